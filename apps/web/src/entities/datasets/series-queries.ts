import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { SeriesState } from '@tradeloom/contracts'
import { call } from '../../api/call.ts'

/** Whose datasets: those that a saved version reads, or some by their names. */
export type SeriesReads =
  | { readonly algorithmId: string; readonly algorithmVersionId: string }
  | { readonly series: readonly string[] }

const KEY = 'series-states'

export function seriesQuery(reads: SeriesReads) {
  return queryOptions({
    queryKey: [KEY, reads],
    queryFn: ({ signal }): SeriesState[] | Promise<SeriesState[]> => {
      if (!('series' in reads)) return call('listSeries', { query: reads, signal })
      return reads.series.length === 0 ? [] : call('listSeries', { query: { series: reads.series.join(',') }, signal })
    },
  })
}

/** Shows what is stored now wherever it is shown: after a fetch, or with another key. */
export const refreshSeries = (client: QueryClient): Promise<void> => client.invalidateQueries({ queryKey: [KEY] })

/** What was known at a time of a dataset that was looked at when `checked` says. */
export function knownQuery(series: string, at: number, checked: number) {
  return queryOptions({
    queryKey: ['known-series', series, at, checked],
    queryFn: ({ signal }) => call('getKnownSeries', { query: { series, at: new Date(at).toISOString() }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** The newest values of a dataset that was looked at when `checked` says. */
export function stepsQuery(series: string, checked: number) {
  return queryOptions({
    queryKey: ['series-steps', series, checked],
    queryFn: ({ signal }) => call('getSeriesSteps', { query: { series }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** Each waits for 20 s at most. */
const MAX_ROUNDS = 60

/** Fetches a dataset, or what is new of it, and waits until it is there. */
export async function fetchSeries(series: string, signal: AbortSignal): Promise<void> {
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const { stored, fetching } = await call('fetchSeries', { body: { series }, signal })
    if (stored !== null && fetching === null) return
  }
  throw new Error(`${series} has not been fetched after 20 minutes`)
}
