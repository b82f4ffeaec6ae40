import { fromPositionColumns, type Position, type PositionPage } from '@tradeloom/contracts'
import { useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
import { positionPageQuery } from '../../backtest-queries.ts'

/** Enough for one screen; the rest is loaded in large pages when it comes near the visible area. */
const FIRST = 200
const PAGE = 5_000

export interface RunPositions {
  /** In the order of position numbers; null before the first page has loaded. */
  readonly rows: readonly Position[] | null
  readonly total: number
  readonly isWhole: boolean
  readonly error: Error | null
  readonly retry: () => void
}

const rowsOf = new WeakMap<PositionPage, readonly Position[]>()

/** Converted once per page, however often it renders. */
function pageRows(page: PositionPage): readonly Position[] {
  const known = rowsOf.get(page)
  if (known !== undefined) return known
  const rows = fromPositionColumns(page.columns)
  rowsOf.set(page, rows)
  return rows
}

/** Offsets of the pages after the first one. */
function laterOffsets(total: number): number[] {
  const offsets: number[] = []
  for (let offset = FIRST; offset < total; offset += PAGE) offsets.push(offset)
  return offsets
}

/** The positions of a run, page by page: the first at once, the others when `needsAll`. */
export function usePositions(id: string, isShared: boolean, count: number, needsAll: boolean): RunPositions {
  const offsets = [0, ...(needsAll ? laterOffsets(count) : [])]
  const queries = useQueries({
    queries: offsets.map((offset) => positionPageQuery(id, isShared, offset, offset === 0 ? FIRST : PAGE)),
  })
  const pages: PositionPage[] = []
  for (const { data } of queries) {
    if (data === undefined) break
    pages.push(data)
  }
  const failed = queries.find(({ isError }) => isError)
  // Pages keep their identity, so their number identifies the set.
  const key = pages.length
  // oxlint-disable-next-line react/exhaustive-deps -- see above
  const rows = useMemo(() => (pages.length === 0 ? null : pages.flatMap(pageRows)), [id, isShared, key, pages[0]])
  const total = pages[0]?.total ?? count
  return {
    rows,
    total,
    isWhole: rows !== null && rows.length >= total,
    error: failed?.error ?? null,
    retry: () => void failed?.refetch(),
  }
}
