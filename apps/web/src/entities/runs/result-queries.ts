import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

/** Results never change. */
const STALE_MS = 300_000

/** Series of the analysis; null for results of older engines. */
export function backtestAnalysisQuery(id: string, isShared: boolean) {
  return queryOptions({
    queryKey: ['backtest-analysis', id, isShared],
    queryFn: ({ signal }) => call('getBacktestAnalysis', { isShared, params: { id }, signal }),
    staleTime: STALE_MS,
  })
}

export type RollingDays = '30' | '90' | '180'

export function backtestRollingQuery(id: string, isShared: boolean, days: RollingDays) {
  return queryOptions({
    queryKey: ['backtest-rolling', id, isShared, days],
    queryFn: ({ signal }) => call('getBacktestRolling', { isShared, params: { id }, query: { days }, signal }),
    staleTime: STALE_MS,
  })
}

/** Buying and holding an instrument over the period of the run. */
export function backtestBenchmarkQuery(id: string, isShared: boolean, instrumentId: string) {
  return queryOptions({
    queryKey: ['backtest-benchmark', id, isShared, instrumentId],
    queryFn: ({ signal }) =>
      call('getBacktestBenchmark', {
        isShared,
        params: { id },
        query: { instrumentId },
        signal,
      }),
    staleTime: STALE_MS,
    retry: false,
  })
}

/** Profit and excursions of all closed positions. */
export function excursionsQuery(id: string, isShared: boolean) {
  return queryOptions({
    queryKey: ['backtest-excursions', id, isShared],
    queryFn: ({ signal }) => call('getBacktestExcursions', { isShared, params: { id }, signal }),
    staleTime: STALE_MS,
  })
}
