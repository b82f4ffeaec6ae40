import { type BacktestDetail, RETURN_OVER_DRAWDOWN } from '@tradeloom/contracts'
import { ActionIcon } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { StatusBadge } from '../../../ui/badges.tsx'
import {
  formatDay,
  formatLastDay,
  formatMinute,
  formatNumber,
  formatPercent,
  formatPlain,
  signClass,
} from '../../../ui/format.ts'
import { Panel } from '../../../ui/panel.tsx'
import { differingExternals, tellingExternals } from '../list/differing-externals.ts'
import { statistic } from '../result/metrics/metric-format.ts'
import classes from './compare.module.css'
import { MIN_RUNS } from '../../../entities/runs/compared-ids.ts'
import { MAX_DRAWDOWN } from '../../../ui/profit-terms.ts'
import { letterOf, RunMark } from './run-marks.tsx'

/** The runs that are compared, with the figures of their sticky bars. */
export function ComparedRuns({ runs }: { readonly runs: readonly BacktestDetail[] }): ReactElement {
  const navigate = useNavigate()
  const differing = differingExternals(runs)
  const without = (id: string): string =>
    runs
      .filter((run) => run.id !== id)
      .map((run) => run.id)
      .join(',')
  return (
    <Panel title="Runs" detail={runs.length} flush>
      <ul className={classes['runs']}>
        {runs.map((run, index) => (
          <li key={run.id}>
            <RunMark index={index} />
            <div className={classes['run']}>
              <Link to="/backtests/$backtestId" params={{ backtestId: run.id }}>
                {run.algorithmName} {run.displayVersionNo}
              </Link>
              {differing.has(run.algorithmId) ? <Externals of={tellingExternals(run, differing)} /> : null}
              <span className="muted num">
                {run.symbol} {run.broker} · {formatDay(run.start)} to {formatLastDay(run.end)} · run{' '}
                {formatMinute(run.time)}
              </span>
            </div>
            {run.status === 'Completed' ? null : <StatusBadge status={run.status} detail={null} />}
            <RunFigures run={run} />
            {runs.length > MIN_RUNS ? (
              <ActionIcon
                aria-label={`Remove ${letterOf(index)}`}
                title={`Remove ${letterOf(index)}`}
                onClick={() =>
                  void navigate({ to: '/backtests/compare', search: { ids: without(run.id) }, replace: true })
                }
              >
                <IconX size={14} aria-hidden />
              </ActionIcon>
            ) : null}
          </li>
        ))}
      </ul>
    </Panel>
  )
}

/** What tells runs of one algorithm apart, as those of an optimization. */
function Externals({ of }: { readonly of: BacktestDetail['externals'] }): ReactElement | null {
  const values = Object.entries(of)
  if (values.length === 0) return null
  return <span className="num">{values.map(([name, value]) => `${name} ${formatPlain(value)}`).join(', ')}</span>
}

function RunFigures({ run }: { readonly run: BacktestDetail }): ReactElement {
  const profit = statistic(run, 'profitPercentage')
  const figures = [
    ['Return', formatPercent(profit, 2, true), signClass(profit)],
    [MAX_DRAWDOWN, formatPercent(statistic(run, 'maxDrawdownPercentage')), ''],
    [RETURN_OVER_DRAWDOWN.name, formatNumber(run.profitFactor), ''],
    ['Positions', formatNumber(statistic(run, 'positionCount'), 0), ''],
  ] as const
  return (
    <dl className={classes['figures']}>
      {figures.map(([name, text, tone]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className={`num ${tone}`}>{text}</dd>
        </div>
      ))}
    </dl>
  )
}
