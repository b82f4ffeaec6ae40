import type { BacktestDetail } from '@tradeloom/contracts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { Panel } from '../../../../ui/panel.tsx'
import { backtestQuery } from '../../../../entities/runs/backtest-queries.ts'
import { changedFigures, changedInputs } from './changes-of-run.ts'
import classes from './rerun-strip.module.css'

const TONES = { '-1': 'loss', '0': '', '1': 'gain' } as const

/** What a run that replaced another one changed: its inputs and, once it has ended, its figures. */
export function RerunStrip({ result }: { readonly result: BacktestDetail }): ReactElement | null {
  const { rerunOf } = result
  const { data: before } = useQuery({ ...backtestQuery(rerunOf ?? '', false), enabled: rerunOf !== null })
  if (rerunOf === null || before === undefined) return null
  const inputs = changedInputs(before, result)
  return (
    <Panel
      title="Against the previous run"
      actions={
        <Link
          to="."
          params={(known: object) => ({ ...known, backtestId: rerunOf })}
          search
          replace
          resetScroll={false}
          className="underlined"
        >
          Back to previous
        </Link>
      }
    >
      <div role="status">
        <dl className={classes['strip']}>
          <div>
            <dt>Changed</dt>
            <dd>
              {inputs.length === 0
                ? 'No inputs'
                : inputs.map(({ name, before: old, after }) => `${name} ${old} → ${after}`).join(', ')}
            </dd>
          </div>
          {result.statistics === null
            ? null
            : changedFigures(before, result).map(({ name, before: old, after, difference, tone }) => (
                <div key={name}>
                  <dt>{name}</dt>
                  <dd className="num">
                    {old} → {after}{' '}
                    {difference === null ? null : <span className={TONES[`${tone}`]}>({difference})</span>}
                  </dd>
                </div>
              ))}
        </dl>
      </div>
    </Panel>
  )
}
