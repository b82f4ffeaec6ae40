import type { Backtest } from '@tradeloom/contracts'
import type { QueryClient, QueryKey } from '@tanstack/react-query'
import type { LiveEvents } from '../../realtime/live.ts'
import { patchPending } from '../../realtime/patch-pending.ts'
import { announceRun, dropRun, putRun } from '../../entities/runs/run-lists-live.ts'
import { BACKTESTS } from './backtest-kind.ts'
import { progressDetailStore, progressStore } from './progress-store.ts'
import { addEquity, forgetEquity } from './live-equity.ts'
import { forgetMarket } from './live-market.ts'
import { isFiltered, listFilters, matchesFilters, NO_FILTERS } from '../../entities/runs/list-filters.ts'

type RowEvent = 'update' | 'started' | 'completed' | 'errored' | 'failed' | 'stopped'

const TOTALS_MS = 500

export const live: LiveEvents = {
  progress: (progress) => {
    progressStore.set(progress.id, progress)
    addEquity(progress)
  },
  'progress-detail': ({ id, detail }) => progressDetailStore.set(id, detail),
  deleted: ({ id }, client) => {
    dropRun(client, BACKTESTS, id)
    refreshTotals(client)
  },
  verified: ({ id }, client) => void client.invalidateQueries({ queryKey: ['backtest-verifications', id] }),
  update: (row, client, event) => {
    if (!('strategy' in row)) putRow(row, client, event)
  },
  started: putRow,
  completed: putRow,
  errored: putRow,
  failed: putRow,
  stopped: putRow,
}

/** Shows a row as it is now, in every list, and announces what happened to it. */
export function putRow(row: Backtest, client: QueryClient, event: RowEvent): void {
  putRun(client, BACKTESTS, row, FILTER)
  if (event !== 'update' && event !== 'started') {
    progressStore.delete(row.id)
    progressDetailStore.delete(row.id)
    forgetEquity(row.id)
    forgetMarket(row.id)
  }
  if (event === 'update') refreshOutdated(client, row)
  else refreshResult(client, row.id)
  refreshTotals(client)
  if (event !== 'update') announceRun(BACKTESTS, row, row.detail)
}

const filtersOf = (key: QueryKey) => listFilters.parse(key[3] ?? NO_FILTERS)
const FILTER = {
  matches: (row: Backtest, key: QueryKey) => matchesFilters(row, filtersOf(key)),
  isFiltered: (key: QueryKey) => isFiltered(filtersOf(key)),
}

let refreshing: ReturnType<typeof setTimeout> | undefined

/** Many runs may end at once; their totals are fetched once. */
function refreshTotals(client: QueryClient): void {
  refreshing ??= setTimeout(() => {
    refreshing = undefined
    void client.invalidateQueries({ queryKey: ['backtest-totals'] })
  }, TOTALS_MS)
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
