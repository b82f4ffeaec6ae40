import { INTERVALS, type MarketColumns } from '@tradeloom/domain'

import { RunInputError } from '../errors.ts'
import type { PriceSide } from '../run-spec.ts'

/**
 * The traded series as the engine reads it: bid and ask columns after the choice of price side.
 * Ticks have one price per side, held in the open columns; `kind` says which columns mean something.
 */
export interface MarketRows {
  readonly kind: 'bar' | 'tick'
  readonly count: number
  /** Length of one row in milliseconds; 0 for ticks. */
  readonly rowMs: number
  readonly time: Float64Array
  readonly bidOpen: Float64Array
  readonly bidHigh: Float64Array
  readonly bidLow: Float64Array
  readonly bidClose: Float64Array
  readonly askOpen: Float64Array
  readonly askHigh: Float64Array
  readonly askLow: Float64Array
  readonly askClose: Float64Array
  readonly volume: Float64Array
}

const NOTHING = new Float64Array(0)

export function marketRows(columns: MarketColumns, prices: PriceSide, precision: number): MarketRows {
  const pick = (bid: Float64Array, ask: Float64Array) => sides(bid, ask, prices, precision)
  if (columns.kind === 'tick') {
    const [bid, ask] = pick(columns.bid, columns.ask)
    return {
      kind: 'tick',
      count: columns.time.length,
      rowMs: 0,
      time: columns.time,
      bidOpen: bid,
      bidHigh: bid,
      bidLow: bid,
      bidClose: bid,
      askOpen: ask,
      askHigh: ask,
      askLow: ask,
      askClose: ask,
      volume: NOTHING,
    }
  }
  const [bidOpen, askOpen] = pick(columns.bidOpen, columns.askOpen)
  const [bidHigh, askHigh] = pick(columns.bidHigh, columns.askHigh)
  const [bidLow, askLow] = pick(columns.bidLow, columns.askLow)
  const [bidClose, askClose] = pick(columns.bidClose, columns.askClose)
  return {
    kind: 'bar',
    count: columns.time.length,
    rowMs: rowLength(columns.time),
    time: columns.time,
    bidOpen,
    bidHigh,
    bidLow,
    bidClose,
    askOpen,
    askHigh,
    askLow,
    askClose,
    volume: columns.volume,
  }
}

function sides(
  bid: Float64Array,
  ask: Float64Array,
  prices: PriceSide,
  precision: number,
): readonly [Float64Array, Float64Array] {
  if (prices === 'both') return [bid, ask]
  if (prices === 'bid') return [bid, bid]
  if (prices === 'ask') return [ask, ask]
  // Half a point is the finest mid price; rounding to it keeps equal mids equal.
  const scale = 10 ** (precision + 1)
  const mid = new Float64Array(bid.length)
  for (let at = 0; at < mid.length; at++) {
    mid[at] = Math.round((((bid[at] as number) + (ask[at] as number)) / 2) * scale) / scale
  }
  return [mid, mid]
}

/** Bars do not tell their length: it is the shortest step between two of them, as far as that is an interval. */
function rowLength(time: Float64Array): number {
  const lengths = Object.values(INTERVALS).map(({ ms }) => ms as number)
  let step = Infinity
  for (let at = 1; at < time.length; at++) {
    const difference = (time[at] as number) - (time[at - 1] as number)
    if (!(difference > 0)) throw new RunInputError(`Prices are not in order of time at row ${at + 1}`)
    if (difference < step) step = difference
  }
  if (step === Infinity) return 60_000
  let length = 0
  for (const ms of lengths) if (ms <= step) length = ms
  if (length === 0) throw new RunInputError('Bars shorter than five seconds cannot be traded as bars')
  return length
}

/** First row at or after `time`. */
export function firstRowAt(time: Float64Array, moment: number): number {
  let low = 0
  let high = time.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((time[middle] as number) < moment) low = middle + 1
    else high = middle
  }
  return low
}
