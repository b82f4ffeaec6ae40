import type { Breakdowns } from '@tradeloom/contracts'
import type { ReactElement } from 'react'
import { Histogram } from '../../../../charts/histogram.tsx'
import { formatPercent, formatPlain } from '../../../../ui/format.ts'
import { Panel } from '../../../../ui/panel.tsx'
import { EmptyState } from '../../../../ui/states.tsx'
import { Stat, StatList } from '../../../../ui/stat.tsx'
import classes from '../backtest-result.module.css'
import { MonthTable } from './month-table.tsx'

/** Returns of months as a table of heat, and of days by their size. */
export function MonthsPanel({ monthly }: { readonly monthly: Breakdowns['monthly'] }): ReactElement {
  const hasBroken = monthly.some(({ whole }) => !whole)
  return (
    <Panel title="Monthly returns" detail={hasBroken ? '* only a part of it was run' : undefined} flush>
      {monthly.length === 0 ? (
        <EmptyState title="No months" text="The run ended before a price came." />
      ) : (
        <MonthTable monthly={monthly} />
      )}
    </Panel>
  )
}

export function DaysPanel({ daily }: { readonly daily: Breakdowns['daily'] }): ReactElement {
  const values = daily.map((day) => day.return * 100)
  const changed = values.filter((value) => value !== 0)
  const won = changed.filter((value) => value > 0).length
  const share = (n: number): string => (daily.length === 0 ? '' : formatPercent((n / daily.length) * 100, 0))
  const still = daily.length - changed.length
  let [best, worst] = [0, 0]
  for (const value of values) {
    best = Math.max(best, value)
    worst = Math.min(worst, value)
  }
  return (
    <Panel
      title="Daily returns"
      detail={`${formatPlain(daily.length)} ${daily.length === 1 ? 'day' : 'days'}${still === 0 ? '' : `, ${formatPlain(still)} without a change`}`}
      flush
    >
      {changed.length === 0 ? (
        <EmptyState title="No returns" text="Equity did not change on any day." />
      ) : (
        <>
          <StatList>
            <Stat label="Best" value={formatPercent(best, 2, true)} tone="gain" />
            <Stat label="Worst" value={formatPercent(worst, 2, true)} tone="loss" />
            <Stat label="Days won" value={formatPlain(won)} detail={share(won)} />
          </StatList>
          <div className={classes['padded']}>
            <Histogram label="Daily returns" counted="days" unit="%" values={changed} />
          </div>
        </>
      )}
    </Panel>
  )
}
