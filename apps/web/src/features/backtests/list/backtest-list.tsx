import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { Algorithm, Backtest } from '@tradeloom/contracts'
import { type InfiniteData, useInfiniteQuery, type UseInfiniteQueryResult, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactElement, type ReactNode, useMemo, useState } from 'react'
import { useSocketState } from '../../../realtime/socket.ts'
import { ColumnChoice } from '../../../ui/column-choice.tsx'
import { DataTable } from '../../../ui/data-table.tsx'
import { formatMinute } from '../../../ui/format.ts'
import { Panel } from '../../../ui/panel.tsx'
import { EmptyState, ErrorState, LoadingRows } from '../../../ui/states.tsx'
import { algorithmBacktestsQuery, allBacktestsQuery, backtestTotalsQuery } from '../backtest-queries.ts'
import { BacktestCards } from './backtest-cards.tsx'
import { backtestColumns } from './backtest-columns.tsx'
import { differingExternals } from './differing-externals.ts'
import { FilterBar } from './filter-bar.tsx'
import { isFiltered, type ListFilters } from './list-filters.ts'
import { SelectionBar } from './selection-bar.tsx'
import { TotalsPanel } from './totals-panel.tsx'
import { useListFilters } from './use-list-filters.ts'
import { useListSort } from './use-list-sort.ts'
import { useShownColumns } from './use-shown-columns.ts'

type Query = UseInfiniteQueryResult<InfiniteData<Backtest[]>>

interface BacktestListProps {
  /** Whose backtests these are; null for all of the user. */
  readonly algorithm: Pick<Algorithm, 'id' | 'readOnly'> | null
  readonly action?: ReactNode
}

const NO_CHOICES = { symbols: [], algorithms: [] }

function MoreButton({ query }: { readonly query: Query }): ReactElement | null {
  if (!query.hasNextPage) return null
  return (
    <Button variant="subtle" m={6} loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
      Show older backtests
    </Button>
  )
}

/** Backtests with live status, their filters and totals, and what can be done with several of them. */
export function BacktestList({ algorithm, action }: BacktestListProps): ReactElement {
  const isNarrow = useMediaQuery('(max-width: 767px)', false, { getInitialValueInEffect: false })
  const isStale = useSocketState() !== 'open'
  const [filters, setFilters] = useListFilters()
  const [sort, setSort] = useListSort()
  const query = useBacktests(algorithm, filters)
  const totals = useQuery(backtestTotalsQuery(algorithm, filters)).data
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const rows = useMemo(() => query.data?.pages.flat() ?? [], [query.data])
  const isAll = algorithm === null
  const isOwn = algorithm === null || !algorithm.readOnly
  const all = useMemo(
    () => backtestColumns({ isAll, isOwn, differing: differingExternals(rows) }),
    [isAll, isOwn, rows],
  )
  const { columns, optional, shown, setShown } = useShownColumns(all)
  const open = useOpen(isAll)

  const hasRows = rows.length > 0
  const hasAny = hasRows || isFiltered(filters)
  const ids = rows.filter(({ id }) => selected.has(id)).map(({ id }) => id)
  const footer = <MoreButton query={query} />
  const selection = {
    selected,
    onChange: setSelected,
    nameOf: (row: Backtest) => `the ${row.symbol} backtest of ${formatMinute(row.time)}`,
  }
  return (
    <>
      {totals !== undefined && totals.count > 0 ? <TotalsPanel totals={totals} /> : null}
      <Panel
        title="Backtests"
        detail={hasRows ? `${totals?.count ?? rows.length}${isStale ? ' · reconnecting…' : ''}` : undefined}
        actions={
          <>
            {hasRows && !isNarrow ? <ColumnChoice columns={optional} shown={shown} onChange={setShown} /> : null}
            {action}
          </>
        }
        flush
      >
        {hasAny ? (
          <FilterBar
            filters={filters}
            onChange={setFilters}
            choices={totals ?? NO_CHOICES}
            isAll={isAll}
            isOwn={isOwn}
          />
        ) : null}
        {isOwn ? <SelectionBar ids={ids} onChange={setSelected} /> : null}
        {query.isPending ? <LoadingRows rows={8} /> : null}
        {query.isError && !hasRows ? <ErrorState error={query.error} onRetry={() => void query.refetch()} /> : null}
        {query.isSuccess && !hasRows ? <NoBacktests isFiltered={isFiltered(filters)} /> : null}
        {hasRows && isNarrow ? (
          <BacktestCards rows={rows} isAll={isAll} footer={footer} {...(isOwn ? { selection } : {})} />
        ) : null}
        {hasRows && !isNarrow ? (
          <DataTable
            label="Backtests"
            columns={columns}
            rows={rows}
            rowKey={(row) => row.id}
            onRow={open}
            sort={sort}
            onSort={setSort}
            rowHeight={30}
            maxHeight="calc(100dvh - 340px)"
            footer={footer}
            {...(isOwn ? { selection } : {})}
          />
        ) : null}
      </Panel>
    </>
  )
}

function useBacktests(algorithm: BacktestListProps['algorithm'], filters: ListFilters): Query {
  const own = useInfiniteQuery({ ...allBacktestsQuery(filters), enabled: algorithm === null })
  const of = useInfiniteQuery({
    ...algorithmBacktestsQuery(algorithm ?? { id: '', readOnly: false }, filters),
    enabled: algorithm !== null,
  })
  return algorithm === null ? own : of
}

function useOpen(isAll: boolean): (row: Backtest) => void {
  const navigate = useNavigate()
  return ({ id, algorithmId }) => {
    void (isAll
      ? navigate({ to: '/backtests/$backtestId', params: { backtestId: id } })
      : navigate({
          to: '/algorithms/$algorithmId/backtest/$backtestId',
          params: { algorithmId, backtestId: id },
        }))
  }
}

function NoBacktests({ isFiltered: hasFilters }: { readonly isFiltered: boolean }): ReactElement {
  if (hasFilters) return <EmptyState title="No matches found" text="No backtest matches these filters." />
  return (
    <EmptyState
      picture="backtests"
      title="No backtests"
      text="Run a saved version on historical prices to see how it would have performed."
    />
  )
}
