import { type BarInterval, INTERVALS } from '@tradeloom/domain'
import { BarWindow, type InstrumentSummary, type MarketStore } from '@tradeloom/market-data'
import { aggregateMinutes, MINUTE, MinuteReader, minuteOf } from '@tradeloom/market-data/candles'

export interface WindowRequest {
  readonly instrumentId: string
  readonly interval: BarInterval
  readonly from: number
  readonly to: number
  readonly limit: number
}

/** Stored bars, continued by live minutes to the newest finished one; null if there are neither. */
export async function readWindow(
  store: MarketStore,
  viewer: string | null,
  { instrumentId, interval, from, to, limit }: WindowRequest,
): Promise<BarWindow | null> {
  const view = store.forOwner(viewer)
  const live = new MinuteReader(store.dir)
  const stored = view.chart({ instrumentId, interval, from, to, limit })
  if (!live.has(instrumentId)) return stored
  const found = await view.instrument(instrumentId)
  const end = found === null ? -Infinity : endOf(found)
  if (to <= end) return stored
  const minutes = await live.read(instrumentId, Math.max(from, end), to)
  if (minutes.time.length === 0) return stored
  const bars = aggregateMinutes(minutes, interval, found ?? {})
  return ((await stored) ?? new BarWindow('', [])).continuedBy(bars).newest(limit)
}

/** Where everything stored of an instrument ends. */
function endOf({ series }: InstrumentSummary): number {
  const ends = series.map(({ interval, last }) =>
    interval === 'Tick' || interval === 'S1' ? minuteOf(last) + MINUTE : last + INTERVALS[interval].ms,
  )
  return Math.max(-Infinity, ...ends)
}
