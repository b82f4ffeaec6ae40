import { infiniteQueryOptions } from '@tanstack/react-query'
import type { Run } from './run-kind.ts'

const ALGORITHM_PAGE = 20
const ALL_PAGE = 100

interface Page {
  readonly limit: number
  readonly before?: string
}

/** The pages of a list of runs, newest first; `key[1]` is the algorithm, or 'all'. */
export function runPages<Row extends Pick<Run, 'time'>>(
  key: readonly [list: string, algorithm: string, ...unknown[]],
  load: (page: Page, signal: AbortSignal) => Promise<Row[]>,
) {
  const limit = key[1] === 'all' ? ALL_PAGE : ALGORITHM_PAGE
  return infiniteQueryOptions({
    queryKey: key,
    queryFn: ({ signal, pageParam }) => load({ limit, ...(pageParam === null ? {} : { before: pageParam }) }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (last: Row[]) => (last.length < limit ? undefined : (last.at(-1)?.time ?? undefined)),
  })
}
