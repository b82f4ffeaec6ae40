import type { MarketInstrument } from '@tradeloom/contracts'
import { type BarInterval, INTERVALS, isBarInterval } from '@tradeloom/domain'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ChartSource } from '../../charts/price-chart/chart-source.ts'
import { instrumentsQuery } from '../instruments/market-data-queries.ts'
import { loadTicks } from './load-ticks.ts'

type Series = Pick<MarketInstrument['series'][number], 'interval'>

const SHORT: readonly BarInterval[] = ['S5', 'S15', 'S30']
const SECOND = 1_000

/** The source with ticks and bars of seconds, where its instrument has data that they can be made from. */
export function useShortIntervals(source: ChartSource): ChartSource {
  const { data } = useQuery(instrumentsQuery)
  const series = data?.find(({ id }) => id === source.instrumentId)?.series
  return useMemo(() => withShortIntervals(source, series ?? []), [source, series])
}

export function withShortIntervals(source: ChartSource, series: readonly Series[]): ChartSource {
  // The values of an indicator's test belong to its interval.
  if (source.intervals.length === 1 || source.isMinutesOnly === true) return source
  const hasTicks = series.some(({ interval }) => interval === 'Tick')
  const short = SHORT.filter((one) => hasTicks || series.some(({ interval }) => divides(interval, one)))
  if (short.length === 0) return source
  const intervals = [...short, ...source.intervals.filter((one) => !SHORT.includes(one))]
  return { ...source, intervals, ...(hasTicks ? { ticks: loadTicks(source.instrumentId) } : {}) }
}

/** Whether bars of a stored interval make up whole bars of another. */
function divides(stored: string, interval: BarInterval): boolean {
  const ms = stored === 'S1' ? SECOND : isBarInterval(stored) ? INTERVALS[stored].ms : Infinity
  return INTERVALS[interval].ms % ms === 0
}
