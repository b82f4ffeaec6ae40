import { Checkbox } from '@mantine/core'
import type { BacktestDetail } from '@tradeloom/contracts'
import { useQueries } from '@tanstack/react-query'
import { type ReactElement, useState } from 'react'
import { Panel, PanelNote } from '../../../ui/panel.tsx'
import { EmptyState, ErrorState, LoadingBlock } from '../../../ui/states.tsx'
import { backtestMetricsQuery } from '../../../entities/runs/backtest-queries.ts'
import { metricRows } from './metric-rows.ts'
import { ComparisonTable } from './comparison-table.tsx'

const HEIGHT = 400

interface ComparedMetricsProps {
  readonly runs: readonly BacktestDetail[]
  readonly isShared: boolean
}

/** The metrics of all runs with their confidence intervals. */
export function ComparedMetrics({ runs, isShared }: ComparedMetricsProps): ReactElement {
  const [isAll, setAll] = useState(false)
  const results = useQueries({
    queries: runs.map(({ id, statistics }) => ({
      ...backtestMetricsQuery(id, isShared),
      enabled: statistics !== null,
    })),
  })
  const failed = results.find(({ isError }) => isError)
  const isPending = results.some(({ isPending: waits }, index) => waits && runs[index]?.statistics !== null)
  const rows = isPending
    ? []
    : metricRows(
        results.map(({ data }) => data ?? []),
        isAll,
      )
  return (
    <Panel
      title="Metrics"
      detail="95% intervals below the values"
      flush
      actions={
        <Checkbox
          size="xs"
          label="All metrics"
          checked={isAll}
          onChange={({ currentTarget }) => setAll(currentTarget.checked)}
        />
      }
    >
      {failed === undefined ? null : <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />}
      {isPending && failed === undefined ? <LoadingBlock height={HEIGHT} /> : null}
      {!isPending && rows.length === 0 ? (
        <EmptyState title="No metrics" text="None of these runs has a result." />
      ) : null}
      {rows.length === 0 ? null : (
        <>
          <ComparisonTable label="Metrics" count={runs.length} rows={rows} />
          <PanelNote>
            The best value is bold. Where intervals overlap, the difference may be chance; where they do not, other
            periods may still show another order.
          </PanelNote>
        </>
      )}
    </Panel>
  )
}
