import { Box } from '@mantine/core'
import type { Breakdowns } from '@tradeloom/contracts'
import type { ReactElement } from 'react'
import { Histogram } from '../../charts/histogram.tsx'
import { formatCount, formatPercent, formatPlain } from '../../ui/format.ts'
import { Panel } from '../../ui/panel.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { Stat, StatList } from '../../ui/stat.tsx'
import { MonthTable } from './month-table.tsx'

/** Monthly returns as a heat map. */
export function MonthsPanel({ monthly }: { readonly monthly: Breakdowns['monthly'] }): ReactElement {
  const hasPartial = monthly.some(({ whole }) => !whole)
  return (
    <Panel title="Monthly returns" detail={hasPartial ? '* partial month' : undefined} flush>
      {monthly.length === 0 ? (
        <EmptyState title="No months" text="The run ended before the first price." />
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
  const unchanged = daily.length - changed.length
  let [best, worst] = [0, 0]
  for (const value of values) {
    best = Math.max(best, value)
    worst = Math.min(worst, value)
  }
  return (
    <Panel
      title="Daily returns"
      detail={`${formatCount(daily.length, 'day')}${unchanged === 0 ? '' : `, ${formatPlain(unchanged)} unchanged`}`}
      flush
    >
      {changed.length === 0 ? (
        <EmptyState title="No returns" text="Equity did not change on any day." />
      ) : (
        <>
          <StatList>
            <Stat label="Best" value={formatPercent(best, 2, true)} tone="gain" field="days.best" raw={best} />
            <Stat label="Worst" value={formatPercent(worst, 2, true)} tone="loss" field="days.worst" raw={worst} />
            <Stat
              label="Winning days"
              value={formatPlain(won)}
              field="days.won"
              raw={won}
              detail={share(won)}
              detailField="days.wonShare"
              detailRaw={won / daily.length}
            />
          </StatList>
          <Box p={12}>
            <Histogram label="Daily returns" counted="days" unit="%" values={changed} />
          </Box>
        </>
      )}
    </Panel>
  )
}
