import type { Backtest } from '@tradeloom/contracts'
import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import type { LiveEvents } from '../../realtime/live.ts'
import { patchPending } from '../../realtime/patch-pending.ts'
import { progressDetailStore, progressStore } from '../../realtime/socket.ts'
import { toastError, toastInfo } from '../../ui/toast.ts'
import { addEquity, forgetEquity } from './live-equity.ts'
import { forgetMarket } from './live-market.ts'
import { isFiltered, listFilters, matchesFilters, NO_FILTERS } from './list/list-filters.ts'

type RowEvent = 'update' | 'started' | 'completed' | 'errored' | 'failed' | 'stopped'

const TOTALS_MS = 500

export const live: LiveEvents = {
  progress: (progress) => {
    progressStore.set(progress.id, progress)
    addEquity(progress)
  },
  'progress-detail': ({ id, detail }) => progressDetailStore.set(id, detail),
  deleted: ({ id }, client) => removeRow(client, id),
  verified: ({ id }, client) => void client.invalidateQueries({ queryKey: ['backtest-verifications', id] }),
  update: putRow,
  started: putRow,
  completed: putRow,
  errored: putRow,
  failed: putRow,
  stopped: putRow,
}

/** Shows a row as it is now, in every list, and announces what happened to it. */
export function putRow(row: Backtest, client: QueryClient, event: RowEvent): void {
  patchLists(client, row)
  patchPending(client, ['backtests'], () => patchLists(client, row))
  if (event !== 'update' && event !== 'started') {
    progressStore.delete(row.id)
    progressDetailStore.delete(row.id)
    forgetEquity(row.id)
    forgetMarket(row.id)
  }
  if (event === 'update') refreshOutdated(client, row)
  else refreshResult(client, row.id)
  refreshTotals(client)
  announce(event, row)
}

type Pages = InfiniteData<Backtest[], string | null>

/**
 * Updates a row in every list that shows it; a new row is added at the front. A list whose filters select the row no
 * longer, or now, loses it or is fetched again.
 */
function patchLists(client: QueryClient, row: Backtest): void {
  for (const [key, data] of client.getQueriesData<Pages>({ queryKey: ['backtests'] })) {
    if (data === undefined) continue
    const filters = listFilters.parse(key[3] ?? NO_FILTERS)
    const isKnown = data.pages.some((page) => page.some(({ id }) => id === row.id))
    const belongs = key[1] === 'all' || (key[1] === row.algorithmId && key[2] === false)
    if (isKnown) {
      const isLeft = matchesFilters(row, filters)
      const patched = (page: Backtest[]): Backtest[] =>
        isLeft ? page.map((known) => (known.id === row.id ? row : known)) : page.filter(({ id }) => id !== row.id)
      client.setQueryData<Pages>(key, { ...data, pages: data.pages.map(patched) })
    } else if (belongs && matchesFilters(row, filters)) {
      const [first = [], ...rest] = data.pages
      const newest = first[0]
      const isNewest = newest === undefined || newest.time <= row.time
      if (isNewest) client.setQueryData<Pages>(key, { ...data, pages: [[row, ...first], ...rest] })
      else if (isFiltered(filters)) void client.invalidateQueries({ queryKey: key, exact: true })
    }
  }
}

let refreshing: ReturnType<typeof setTimeout> | undefined

/** Many runs may end at once; their totals are fetched once. */
function refreshTotals(client: QueryClient): void {
  refreshing ??= setTimeout(() => {
    refreshing = undefined
    void client.invalidateQueries({ queryKey: ['backtest-totals'] })
  }, TOTALS_MS)
}

function removeRow(client: QueryClient, id: string): void {
  const patch = (): void => {
    client.setQueriesData<Pages>({ queryKey: ['backtests'] }, (data) =>
      data === undefined ? data : { ...data, pages: data.pages.map((page) => page.filter((row) => row.id !== id)) },
    )
  }
  patch()
  patchPending(client, ['backtests'], patch)
  refreshTotals(client)
}

const RESULT_QUERIES = [
  'backtest',
  'backtest-metrics',
  'backtest-charts',
  'backtest-positions',
  'backtest-orders',
  'backtest-excursions',
  'backtest-analysis',
  'backtest-rolling',
  'backtest-benchmark',
  'backtest-log',
]

/** The state after subscribing: the run may have gone on between the answer of the result and the subscription. */
function refreshOutdated(client: QueryClient, { id, status }: Backtest): void {
  const queryKey = ['backtest', id]
  const compare = (): void => {
    const known = client.getQueriesData<Backtest>({ queryKey })
    if (known.some(([, data]) => data !== undefined && data.status !== status)) refreshResult(client, id)
  }
  compare()
  patchPending(client, queryKey, compare)
}

/** A run that ends has charts, positions and a log: reloads what is on screen. */
function refreshResult(client: QueryClient, id: string): void {
  for (const kind of RESULT_QUERIES) {
    void client.invalidateQueries({ queryKey: [kind, id] })
  }
}

function announce(event: RowEvent, row: Backtest): void {
  const what = `Backtest of ${row.algorithmName} on ${row.symbol}`
  if (event === 'started') toastInfo(`${what} started`, row.id)
  if (event === 'completed') toastInfo(`${what} completed`, row.id)
  if (event === 'stopped') toastInfo(`${what} stopped`, row.id)
  if (event === 'errored') toastError(`${what} errored${row.detail === null ? '' : `: ${row.detail}`}`, row.id)
  if (event === 'failed') toastError(`${what} failed${row.detail === null ? '' : `: ${row.detail}`}`, row.id)
}
