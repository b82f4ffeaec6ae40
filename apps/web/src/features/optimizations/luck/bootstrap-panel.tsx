import type { OptimizationLuck } from '@tradeloom/contracts'
import type { ReactElement } from 'react'
import { formatPercent } from '../../../ui/format.ts'
import { Panel } from '../../../ui/panel.tsx'
import { Stat, StatList } from '../../../ui/stat.tsx'
import classes from './luck.module.css'

const TOO_FEW = 'There are too few trials or days of returns.'

/** How often redrawn days without an edge give a best result as good as this one. */
export function BootstrapPanel({ luck }: { readonly luck: OptimizationLuck }): ReactElement {
  const { superiorAbility, realityCheck } = luck
  const text = (value: number | null | undefined): string => formatPercent(value == null ? null : value * 100, 1)
  return (
    <Panel title="Reality check and superior predictive ability" flush>
      <StatList>
        <Stat label="Reality check, p" value={text(realityCheck)} reason={TOO_FEW} detail="at most 5% wanted" />
        <Stat
          label="SPA, p"
          value={text(superiorAbility?.consistent)}
          reason={TOO_FEW}
          detail={
            superiorAbility === null ? undefined : `${text(superiorAbility.lower)} to ${text(superiorAbility.upper)}`
          }
        />
      </StatList>
      <p className={classes['text']}>
        The days of all trials are drawn again many times with every edge removed. p is the share of draws in which the
        best trial did at least as well as here. The reality check decides: it is strict where many trials are poor. SPA
        counts poor trials less, between its two bounds, and its p is too low when there are many trials.
      </p>
    </Panel>
  )
}
