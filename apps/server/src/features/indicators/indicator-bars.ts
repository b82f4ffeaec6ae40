import { intervalKey, MAX_INDICATOR_BARS } from '@tradeloom/contracts'
import type { OhlcColumns } from '@tradeloom/domain'
import type { BarRow } from '@tradeloom/market-data'
import { invalid } from '../../platform/errors/app-error.ts'
import type { MarketService } from '../instruments/market.service.ts'

type Market = Pick<MarketService, 'bars'>
type Viewer = string | null

/** A period of an instrument, and perhaps of a second one. */
export interface BarsRequest {
  readonly instrumentId: string
  readonly interval: string
  readonly start: string
  readonly end: string
  readonly otherInstrumentId?: string | undefined
}

export interface IndicatorBars {
  /** Those before the period first. */
  readonly bars: OhlcColumns
  /** How many bars are before the period. */
  readonly before: number
  /** Closes of the second instrument, bar for bar; null without one. */
  readonly other: Float64Array | null
}

/** Bars before the period are fewer than this, however much history an indicator wants. */
export const MAX_BEFORE = 20_000
const FIRST = new Date(0).toISOString()

/** The bars of a period and up to `warmup` bars before it. Throws 400 if the period is too long for a chart. */
export async function readBars(
  market: Market,
  { otherInstrumentId, ...request }: BarsRequest,
  warmup: number,
  viewer: Viewer,
): Promise<IndicatorBars> {
  const { instrumentId, start, end } = request
  const interval = intervalKey.exclude(['Tick']).parse(request.interval)
  const read = async (id: string, from: string, to: string, limit: number) =>
    market.bars({ instrumentId: id, start: from, end: to, interval, limit }, viewer)
  const { window, more } = await read(instrumentId, start, end, MAX_INDICATOR_BARS)
  if (more) {
    throw invalid('This period has more than 20,000 bars: choose a shorter period or a longer interval', 'start')
  }
  const limit = Number.isFinite(warmup) ? Math.min(MAX_BEFORE, Math.ceil(warmup)) : 0
  const before = limit === 0 ? [] : (await read(instrumentId, FIRST, start, limit)).window.rows()
  const rows = [...before, ...window.rows()]
  const bars = columnsOf(rows)
  if (otherInstrumentId === undefined) return { bars, before: before.length, other: null }
  const first = rows[0]?.[0]
  // A bar more than the rows, because its last one before the first bar counts, too.
  const others =
    first === undefined ? [] : (await read(otherInstrumentId, FIRST, end, 2 * rows.length + 1)).window.rows()
  return { bars, before: before.length, other: closesAt(bars.time, others) }
}

/** The close of the last bar that had ended, as an algorithm would see it; NaN before the first one. */
function closesAt(times: Float64Array, others: readonly BarRow[]): Float64Array {
  let next = 0
  let close = NaN
  return times.map((time) => {
    for (let row = others[next]; row !== undefined && row[0] <= time; row = others[++next]) close = row[4]
    return close
  })
}

/** Indicators read bid prices. */
function columnsOf(rows: readonly BarRow[]): OhlcColumns {
  const column = (value: (row: BarRow) => number): Float64Array => Float64Array.from(rows, value)
  return {
    time: column((row) => row[0]),
    open: column((row) => row[1]),
    high: column((row) => row[2]),
    low: column((row) => row[3]),
    close: column((row) => row[4]),
    volume: column((row) => row[9]),
    spread: column((row) => row[8] - row[4]),
  }
}
