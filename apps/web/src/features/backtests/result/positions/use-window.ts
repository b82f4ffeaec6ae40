import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'

/** Rows per request. */
export const WINDOW_ROWS = 200
const STALE_MS = 300_000

export interface WindowOfRows<Row> {
  readonly total: number
  /** Of all orders of the run. */
  readonly tags: readonly string[]
  readonly rows: readonly Row[]
}

interface WindowedQuery<Row> {
  /** Identifies the rows and their order. */
  readonly key: readonly unknown[]
  readonly load: (offset: number, signal: AbortSignal) => Promise<WindowOfRows<Row>>
}

export interface WindowedRows<Row> {
  /** Null before the first rows have loaded. */
  readonly total: number | null
  readonly tags: readonly string[]
  readonly rowAt: (index: number) => Row | undefined
  readonly onRange: (from: number, to: number) => void
  readonly error: Error | null
  readonly retry: () => void
}

function pageOffsets(from: number, to: number): number[] {
  const offsets: number[] = []
  for (let offset = from - (from % WINDOW_ROWS); offset < Math.max(to, from + 1); offset += WINDOW_ROWS) {
    offsets.push(offset)
  }
  return offsets
}

/** The rows of a long table that are in view, loaded by windows. */
export function useWindow<Row>({ key, load }: WindowedQuery<Row>): WindowedRows<Row> {
  const [range, setRange] = useState({ from: 0, to: 1 })
  const offsets = [...new Set([0, ...pageOffsets(range.from, range.to)])]
  const queries = useQueries({
    queries: offsets.map((offset) => ({
      queryKey: [...key, offset],
      queryFn: ({ signal }: { readonly signal: AbortSignal }) => load(offset, signal),
      staleTime: STALE_MS,
    })),
  })
  const failed = queries.find(({ isError }) => isError)
  const loaded = queries.find(({ data }) => data !== undefined)?.data
  // They belong to the run: the choice of a tag stays while rows of another one load.
  const [tags, setTags] = useState<readonly string[]>([])
  if (loaded !== undefined && loaded.tags.join('\n') !== tags.join('\n')) setTags(loaded.tags)
  return {
    total: loaded?.total ?? null,
    tags,
    rowAt: (index) => queries[offsets.indexOf(index - (index % WINDOW_ROWS))]?.data?.rows[index % WINDOW_ROWS],
    onRange: (from, to) => {
      if (from !== range.from || to !== range.to) setRange({ from, to })
    },
    error: failed?.error ?? null,
    retry: () => void failed?.refetch(),
  }
}
