import { useQueries, type UseQueryResult } from '@tanstack/react-query'
import type { KnownSeriesReply, SourceDatasetReply } from '@tradeloom/contracts'
import { useMemo, useState } from 'react'
import { knownQuery } from '../../../entities/datasets/series-queries.ts'
import { type RunSeries, useRunSeries } from '../../../entities/datasets/use-run-series.ts'
import { type KnownDataset, knownDataset, endOf } from './known-reply.ts'
import type { SeriesColumn } from '../../../entities/datasets/series-of-dataset.ts'

export interface KnownView {
  readonly series: RunSeries
  /** Null while it is loaded, and if it cannot be. */
  readonly dataset: KnownDataset | null
  readonly isLoading: boolean
  readonly error: Error | null
  readonly retry: () => void
  /** Columns of which nothing is stored yet. */
  readonly missing: readonly SeriesColumn[]
}

/** The columns of a dataset as they were known at the end of a day; null for today's values. */
export function useKnownDataset(
  reply: SourceDatasetReply,
  columns: readonly SeriesColumn[],
  day: string | null,
): KnownView {
  const ids = day === null ? [] : columns.map(({ id }) => id)
  const series = useRunSeries({ series: ids })
  const [now] = useState(Date.now)
  const { states } = series
  const stored = useMemo(
    () =>
      columns.flatMap((column) => {
        const found = storedIn(states, column.id)
        return day === null || found === null ? [] : [{ ...column, stored: found }]
      }),
    [columns, states, day],
  )
  const { known, error, retry } = useQueries({
    queries: stored.map(({ id, stored: { checked } }) => knownQuery(id, day === null ? 0 : endOf(day), checked)),
    combine,
  })
  const isComplete = stored.length > 0 && known.every((one) => one !== undefined)
  const dataset = useMemo(() => {
    if (day === null || !isComplete) return null
    const parts = stored.flatMap((column, i) => {
      const one = known[i]
      return one === undefined ? [] : [{ ...column, known: one }]
    })
    return knownDataset(reply, parts, day, now)
  }, [reply, stored, known, day, isComplete, now])
  return {
    series,
    dataset,
    isLoading: day !== null && (series.isLoading || (stored.length > 0 && !isComplete && error === null)),
    error: series.failure instanceof Error ? series.failure : error,
    retry: () => (series.failure === null ? retry() : series.retry()),
    missing: columns.filter(({ id }) => day !== null && !series.isLoading && storedIn(states, id) === null),
  }
}

function storedIn(states: RunSeries['states'], id: string) {
  return states.find((state) => state.id === id)?.stored ?? null
}

/** Outside of the hook, so that equal results give the same lists. */
function combine(results: UseQueryResult<KnownSeriesReply>[]) {
  return {
    known: results.map(({ data }) => data),
    error: results.find((one) => one.error !== null)?.error ?? null,
    retry: () => results.forEach((one) => one.error !== null && void one.refetch()),
  }
}
