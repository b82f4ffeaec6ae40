import type { Algorithm, Backtest } from '@tradeloom/contracts'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { type ReactElement, type ReactNode, useMemo, useState } from 'react'
import { ColumnChoice } from '../../../ui/column-choice.tsx'
import { formatMinute } from '../../../ui/format.ts'
import { EmptyState } from '../../../ui/states.tsx'
import { useIsNarrow } from '../../../ui/use-is-narrow.ts'
import { RunList } from '../../../entities/runs/run-list.tsx'
import { BACKTESTS } from '../backtest-kind.ts'
import { backtestsQuery, backtestTotalsQuery } from '../../../entities/runs/backtest-queries.ts'
import { BacktestCard } from './backtest-card.tsx'
import { backtestColumns } from './backtest-columns.tsx'
import { differingExternals } from './differing-externals.ts'
import { FilterBar } from './filter-bar.tsx'
import { isFiltered } from '../../../entities/runs/list-filters.ts'
import { SelectionBar } from './selection-bar.tsx'
import { TotalsPanel } from './totals-panel.tsx'
import { useListFilters } from './use-list-filters.ts'
import { useListSort } from './use-list-sort.ts'
import { useShownColumns } from './use-shown-columns.ts'

interface BacktestListProps {
  /** Whose backtests these are; null for all of the user. */
  readonly algorithm: Pick<Algorithm, 'id' | 'readOnly'> | null
  readonly action?: ReactNode
}

const NO_CHOICES = { symbols: [], algorithms: [] }

/** Backtests with live status, their filters and totals, and what can be done with several of them. */
export function BacktestList({ algorithm, action }: BacktestListProps): ReactElement {
  const isNarrow = useIsNarrow()
  const [filters, setFilters] = useListFilters()
  const [sort, setSort] = useListSort()
  const query = useInfiniteQuery(backtestsQuery(algorithm, filters))
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

  const hasRows = rows.length > 0
  const ids = rows.filter(({ id }) => selected.has(id)).map(({ id }) => id)
  const selection = {
    selected,
    onChange: setSelected,
    nameOf: (row: Backtest) => `the ${row.symbol} backtest of ${formatMinute(row.time)}`,
  }
  return (
    <>
      {totals !== undefined && totals.count > 0 ? <TotalsPanel totals={totals} /> : null}
      <RunList
        kind={BACKTESTS}
        query={query}
        rows={rows}
        isAll={isAll}
        columns={columns}
        renderCard={(row, select) => <BacktestCard row={row} isAll={isAll} isOwn={isOwn} select={select} />}
        count={totals?.count ?? rows.length}
        actions={
          <>
            {hasRows && !isNarrow ? <ColumnChoice columns={optional} shown={shown} onChange={setShown} /> : null}
            {action}
          </>
        }
        empty={
          isFiltered(filters) ? (
            <EmptyState title="No matches found" text="No backtest matches these filters." />
          ) : undefined
        }
        spaceAround={340}
        sort={sort}
        onSort={setSort}
        {...(isOwn ? { selection } : {})}
      >
        {hasRows || isFiltered(filters) ? (
          <FilterBar
            filters={filters}
            onChange={setFilters}
            choices={totals ?? NO_CHOICES}
            isAll={isAll}
            isOwn={isOwn}
          />
        ) : null}
        {isOwn ? <SelectionBar ids={ids} onChange={setSelected} /> : null}
      </RunList>
    </>
  )
}
