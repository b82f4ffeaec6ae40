import type { Algorithm } from '@tradeloom/contracts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { runPages } from './run-pages.ts'
import { type ListFilters, NO_FILTERS, toQuery } from './list-filters.ts'

/** Backtests of the user, or of one algorithm; with `readOnly` those of its owner that are shared. */
export function backtestsQuery(algorithm: Pick<Algorithm, 'id' | 'readOnly'> | null, filters = NO_FILTERS) {
  const { id, readOnly } = algorithm ?? { id: 'all', readOnly: false }
  return runPages(['backtests', id, readOnly, filters], (page, signal) => {
    const query = { ...toQuery(filters), ...page }
    return algorithm === null
      ? call('listBacktests', { query, signal })
      : call('listAlgorithmBacktests', { isShared: readOnly, params: { id }, query, signal })
  })
}

/** Totals of everything that matches; of all algorithms of the user if `algorithm` is null. */
export function backtestTotalsQuery(algorithm: Pick<Algorithm, 'id' | 'readOnly'> | null, filters: ListFilters) {
  return queryOptions({
    queryKey: ['backtest-totals', algorithm?.id ?? 'all', algorithm?.readOnly ?? false, filters],
    queryFn: ({ signal }) => {
      const query = toQuery(filters)
      if (algorithm === null) return call('getBacktestTotals', { query, signal })
      const { id, readOnly } = algorithm
      return call('getAlgorithmBacktestTotals', { isShared: readOnly, params: { id }, query, signal })
    },
    placeholderData: keepPreviousData,
  })
}

/** The latest run of the user; null before the first one. */
export const lastRunQuery = queryOptions({
  queryKey: ['last-run'],
  queryFn: async ({ signal }) => (await call('listBacktests', { query: { limit: 1 }, signal }))[0] ?? null,
})

export function backtestQuery(id: string, isShared: boolean) {
  return queryOptions({
    queryKey: ['backtest', id, isShared],
    // Only what is already computed, so that the page does not wait for the rest.
    queryFn: ({ signal }) => call('getBacktest', { isShared, params: { id }, query: { metrics: 'known' }, signal }),
  })
}

/** All metrics with their intervals. On the first request, the server needs a moment to compute them. */
export function backtestMetricsQuery(id: string, isShared: boolean) {
  return queryOptions({
    queryKey: ['backtest-metrics', id, isShared],
    queryFn: ({ signal }) => call('getBacktestMetrics', { isShared, params: { id }, signal }),
    staleTime: 300_000,
  })
}

export function backtestChartsQuery(id: string, isShared: boolean) {
  return queryOptions({
    queryKey: ['backtest-charts', id, isShared],
    queryFn: ({ signal }) => call('getBacktestCharts', { isShared, params: { id }, signal }),
    staleTime: 300_000,
  })
}

export function positionPageQuery(id: string, isShared: boolean, offset: number, limit: number) {
  return queryOptions({
    queryKey: ['backtest-positions', id, isShared, offset, limit],
    queryFn: ({ signal }) =>
      call('getBacktestPositionPage', {
        isShared,
        params: { id },
        query: { offset, limit },
        signal,
      }),
    staleTime: 300_000,
  })
}

export function backtestLogQuery(id: string, isShared: boolean) {
  return queryOptions({
    queryKey: ['backtest-log', id, isShared],
    queryFn: ({ signal }) => call('getBacktestLog', { isShared, params: { id }, signal }),
    staleTime: 300_000,
  })
}

/** Spread by hour and funding rates of a run; they never change. */
export function backtestTablesQuery(id: string, isShared: boolean) {
  return queryOptions({
    queryKey: ['backtest-tables', id, isShared],
    queryFn: ({ signal }) => call('getBacktestTables', { isShared, params: { id }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
}
