import type { MarketColumns } from './columns.ts'
import { type BarDays, type BarInterval, barStart } from './interval.ts'

/** Bars of one side, oldest first, labeled with their start time (UTC milliseconds). */
export interface OhlcColumns {
  readonly time: Float64Array
  readonly open: Float64Array
  readonly high: Float64Array
  readonly low: Float64Array
  readonly close: Float64Array
  readonly volume: Float64Array
  /** Last ask minus last bid. */
  readonly spread: Float64Array
}

/** Bid bars of an interval from ticks or shorter bars. Gaps remain gaps; the last bar may be unfinished. */
export function resample(columns: MarketColumns, interval: BarInterval, days?: BarDays): OhlcColumns {
  const { time } = columns
  const isTick = columns.kind === 'tick'
  const opens = isTick ? columns.bid : columns.bidOpen
  const highs = isTick ? columns.bid : columns.bidHigh
  const lows = isTick ? columns.bid : columns.bidLow
  const closes = isTick ? columns.bid : columns.bidClose
  const asks = isTick ? columns.ask : columns.askClose
  const volumes = isTick ? null : columns.volume
  const result = emptyBars(time.length)
  let at = -1
  for (let row = 0; row < time.length; row++) {
    const start = barStart(time[row] as number, interval, days)
    if (at < 0 || start !== result.time[at]) {
      at += 1
      result.time[at] = start
      result.open[at] = opens[row] as number
      result.high[at] = highs[row] as number
      result.low[at] = lows[row] as number
    }
    result.high[at] = Math.max(result.high[at] as number, highs[row] as number)
    result.low[at] = Math.min(result.low[at] as number, lows[row] as number)
    result.close[at] = closes[row] as number
    result.volume[at] = (result.volume[at] as number) + (volumes ? (volumes[row] as number) : 0)
    result.spread[at] = (asks[row] as number) - (closes[row] as number)
  }
  return cut(result, at + 1)
}

function emptyBars(rows: number): OhlcColumns {
  const column = () => new Float64Array(rows)
  return {
    time: column(),
    open: column(),
    high: column(),
    low: column(),
    close: column(),
    volume: column(),
    spread: column(),
  }
}

function cut(bars: OhlcColumns, count: number): OhlcColumns {
  return {
    time: bars.time.slice(0, count),
    open: bars.open.slice(0, count),
    high: bars.high.slice(0, count),
    low: bars.low.slice(0, count),
    close: bars.close.slice(0, count),
    volume: bars.volume.slice(0, count),
    spread: bars.spread.slice(0, count),
  }
}
