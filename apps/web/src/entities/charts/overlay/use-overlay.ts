import { useQuery } from '@tanstack/react-query'
import type { SourceProviderInfo } from '@tradeloom/contracts'
import { useMemo } from 'react'
import type { PlotLine } from '../../../charts/price-chart/plot-lines.ts'
import { sourceProvidersQuery } from '../../datasets/sources-queries.ts'
import { stepsQuery } from '../../datasets/series-queries.ts'
import { type RunSeries, useRunSeries } from '../../datasets/use-run-series.ts'
import { type ChartOverlay, overlayId } from '../chart-overlay.ts'
import { type OverlaidBars, overlayLine } from './overlay-line.ts'

export interface OverlayView {
  readonly series: RunSeries
  readonly lines: readonly PlotLine[]
  readonly error: Error | null
  readonly retry: () => void
  /** Its provider's terms; null while they are not known, and without a dataset. */
  readonly terms: SourceProviderInfo['terms'] | null
}

const NO_LINES: readonly PlotLine[] = []

/** The line of a dataset over the bars of a chart; none until it is stored. */
export function useOverlay(overlay: ChartOverlay | null, { interval, days, clock }: OverlaidBars): OverlayView {
  const id = overlay === null ? null : overlayId(overlay)
  const series = useRunSeries(id === null ? null : { series: [id] })
  const stored = series.states.find((state) => state.id === id)?.stored ?? null
  const isStored = id !== null && stored !== null
  const { data, error, refetch } = useQuery({
    ...stepsQuery(id ?? '', stored?.checked ?? 0),
    enabled: isStored,
  })
  const providers = useQuery({ ...sourceProvidersQuery, enabled: id !== null })
  const terms = providers.data?.find(({ name }) => name === overlay?.provider)?.terms ?? null
  const steps = isStored ? data : undefined
  const lines = useMemo(
    () => (id === null || steps === undefined ? NO_LINES : [overlayLine(id, steps, { interval, days, clock })]),
    [id, steps, interval, days, clock],
  )
  return { series, lines, error, retry: () => void refetch(), terms }
}
