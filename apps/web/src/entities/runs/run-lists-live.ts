import type { InfiniteData, QueryClient, QueryKey } from '@tanstack/react-query'
import { patchPending } from '../../realtime/patch-pending.ts'
import { toastError, toastInfo } from '../../ui/toast.ts'
import type { Run, RunKind } from './run-kind.ts'

type Pages<Row> = InfiniteData<Row[], string | null>

/** Changes a list by its key; returns null for one that has to be fetched again. */
type Patch<Row> = (pages: Row[][], key: QueryKey) => Row[][] | null

/** Changes every list of a kind, also those that are being fetched. */
function patchLists<Row>(client: QueryClient, kind: RunKind, patch: Patch<Row>): void {
  const apply = (): void => {
    for (const [queryKey, data] of client.getQueriesData<Pages<Row>>({ queryKey: [kind.listKey] })) {
      if (data === undefined) continue
      const pages = patch(data.pages, queryKey)
      if (pages === null) void client.invalidateQueries({ queryKey, exact: true })
      else if (pages !== data.pages) client.setQueryData<Pages<Row>>(queryKey, { ...data, pages })
    }
  }
  apply()
  patchPending(client, [kind.listKey], apply)
}

interface Filter<Row> {
  readonly matches: (row: Row, key: QueryKey) => boolean
  readonly isFiltered: (key: QueryKey) => boolean
}

/**
 * Updates a run in every list that shows it; a new one is added at the front. A list whose filters no longer match the run
 * loses it, and one whose filters match it now is fetched again.
 */
export function putRun<Row extends Run>(client: QueryClient, kind: RunKind, row: Row, filter?: Filter<Row>): void {
  patchLists<Row>(client, kind, (pages, key) => {
    const isMatch = filter?.matches(row, key) ?? true
    if (pages.some((page) => page.some(({ id }) => id === row.id))) {
      return pages.map((page) =>
        isMatch ? page.map((known) => (known.id === row.id ? row : known)) : page.filter(({ id }) => id !== row.id),
      )
    }
    const belongs = key[1] === 'all' || (key[1] === row.algorithmId && key[2] === row.readOnly)
    if (!belongs || !isMatch) return pages
    const [first = [], ...rest] = pages
    if (first[0] === undefined || first[0].time <= row.time) return [[row, ...first], ...rest]
    return filter?.isFiltered(key) ? null : pages
  })
}

/** Takes a run that is gone out of every list. */
export function dropRun(client: QueryClient, kind: RunKind, id: string): void {
  patchLists<Run>(client, kind, (pages) => pages.map((page) => page.filter((row) => row.id !== id)))
}

/** Announces what happened to a run. */
export function announceRun(kind: RunKind, { id, algorithmName, symbol, status }: Run, detail: string | null): void {
  const what = `${kind.title} of ${algorithmName} on ${symbol}`
  if (status === 'In Progress') toastInfo(`${what} started`, id)
  if (status === 'Completed' || status === 'Stopped') toastInfo(`${what} ${status.toLowerCase()}`, id)
  if (status === 'Errored' || status === 'Failed')
    toastError(`${what} ${status.toLowerCase()}${detail === null ? '' : `: ${detail}`}`, id)
}
