import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { Backtest } from '@tradeloom/contracts'
import { type InfiniteData, type UseInfiniteQueryResult } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { ReactElement, ReactNode } from 'react'
import { useSocketState } from '../../../realtime/socket.ts'
import { DataTable } from '../../../ui/data-table.tsx'
import { formatNumber, formatPercent, signClass } from '../../../ui/format.ts'
import { Panel } from '../../../ui/panel.tsx'
import { Stat, StatList } from '../../../ui/stat.tsx'
import { EmptyState, ErrorState, LoadingRows } from '../../../ui/states.tsx'
import { BacktestCards } from './backtest-cards.tsx'
import { backtestColumns } from './backtest-columns.tsx'
import { backtestTotals } from './totals.ts'

interface BacktestListProps {
  readonly query: UseInfiniteQueryResult<InfiniteData<Backtest[]>>
  /** All backtests of the user, of every algorithm. */
  readonly isAll: boolean
  readonly action?: ReactNode
}

const OWN_COLUMNS = backtestColumns(false)
const ALL_COLUMNS = backtestColumns(true)

function TotalsPanel({ rows }: { readonly rows: readonly Backtest[] }): ReactElement {
  const { months, averageMonthlyProfit, averageDrawdown } = backtestTotals(rows)
  return (
    <Panel title="Totals" flush>
      <StatList>
        <Stat label="Total Months Backtested" value={formatNumber(months, 1)} />
        <Stat
          label="Average Monthly Profit"
          value={formatPercent(averageMonthlyProfit, 2, true)}
          tone={signClass(averageMonthlyProfit)}
          reason="No completed backtests yet"
        />
        <Stat label="Average Drawdown" value={formatPercent(averageDrawdown)} reason="No completed backtests yet" />
      </StatList>
    </Panel>
  )
}

function MoreButton({ query }: Pick<BacktestListProps, 'query'>): ReactElement | null {
  if (!query.hasNextPage) return null
  return (
    <Button variant="subtle" m={6} loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
      Show older backtests
    </Button>
  )
}

/** Backtests with live status; the totals are over the loaded rows. */
export function BacktestList({ query, isAll, action }: BacktestListProps): ReactElement {
  const navigate = useNavigate()
  const isNarrow = useMediaQuery('(max-width: 767px)', false, { getInitialValueInEffect: false })
  const isStale = useSocketState() !== 'open'
  const open = (row: Backtest): void => {
    void (isAll
      ? navigate({ to: '/backtests/$backtestId', params: { backtestId: row.id } })
      : navigate({
          to: '/algorithms/$algorithmId/backtest/$backtestId',
          params: { algorithmId: row.algorithmId, backtestId: row.id },
        }))
  }

  const rows = query.data?.pages.flat() ?? []
  const hasRows = rows.length > 0
  return (
    <>
      {hasRows ? <TotalsPanel rows={rows} /> : null}
      <Panel
        title="Backtests"
        detail={
          hasRows ? `${rows.length}${query.hasNextPage ? '+' : ''}${isStale ? ' · reconnecting…' : ''}` : undefined
        }
        actions={action}
        flush
      >
        {query.isPending ? <LoadingRows rows={8} /> : null}
        {query.isError && !hasRows ? <ErrorState error={query.error} onRetry={() => void query.refetch()} /> : null}
        {query.isSuccess && !hasRows ? (
          <EmptyState
            picture="backtests"
            title="No backtests"
            text="Run a saved version on historical prices to see how it would have performed."
          />
        ) : null}
        {hasRows && isNarrow ? <BacktestCards rows={rows} isAll={isAll} footer={<MoreButton query={query} />} /> : null}
        {hasRows && !isNarrow ? (
          <DataTable
            label="Backtests"
            columns={isAll ? ALL_COLUMNS : OWN_COLUMNS}
            rows={rows}
            rowKey={(row) => row.id}
            onRow={open}
            rowHeight={30}
            maxHeight="calc(100dvh - 300px)"
            footer={<MoreButton query={query} />}
          />
        ) : null}
      </Panel>
    </>
  )
}
