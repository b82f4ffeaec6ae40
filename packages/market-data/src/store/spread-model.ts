import { UserError } from '@tradeloom/domain'
import type { MarketColumns } from '@tradeloom/domain'

import type { PriceSource, SeriesTable } from './series.ts'

/** The spread to apply to one-price data; at most one of the two. */
export interface SpreadChoice {
  /** Ask minus bid in pips, the same at all times; defaults to 0. */
  readonly spreadPips?: number
  /** Ask minus bid in pips by hour of the week: 168 values, the first for Sunday 00:00 to 01:00 UTC. */
  readonly spreadByHour?: readonly number[]
}

/** How bid and ask of the columns were obtained; results must state it if they were derived. */
export interface SpreadModel {
  readonly kind: 'quoted' | 'fixed' | 'hourly'
  /** Ask minus bid in pips: the fixed spread, or the mean of the hourly ones; 0 for quoted prices. */
  readonly pips: number
  /** The 168 spreads in pips of kind `hourly`. */
  readonly byHour?: readonly number[]
  /** Which price the data has: both sides, trades, or one side. */
  readonly source: PriceSource | 'both'
  /** For users; empty if both sides were quoted. */
  readonly text: string
}

/** The spread applied to one-price data: a price distance, or one per hour of the week. */
export type SpreadDistance = number | readonly number[]

export const HOURS_OF_WEEK = 168

/**
 * One-price data has no spread. The default is zero: bid and ask are the price itself, so that nothing is made up and
 * results can be compared with other programs; a wider one is set in pips.
 */
const DEFAULT_SPREAD_PIPS = 0

const HOUR = 3_600_000
/** 1970-01-01 was a Thursday; weeks start on the Sunday before. */
const WEEK_OFFSET_HOURS = 4 * 24

/** Throws UserError for invalid spreads. */
export function describeSpread(source: PriceSource | 'both', choice: SpreadChoice): SpreadModel {
  const { spreadByHour: byHour, spreadPips: pips = DEFAULT_SPREAD_PIPS } = choice
  refuseNonsense(choice)
  if (source === 'both') return { kind: 'quoted', pips: 0, source, text: '' }
  const what = `The market data has one price (${source === 'trade' ? 'trades' : source})`
  if (byHour) {
    const [least, most] = [Math.min(...byHour), Math.max(...byHour)]
    const mean = byHour.reduce((sum, value) => sum + value, 0) / byHour.length
    const text = `${what}: a spread by hour of the week is assumed, ${least} to ${most} pips.`
    return { kind: 'hourly', pips: mean, byHour, source, text }
  }
  const made = pips === 0 ? 'bid and ask are equal (no spread)' : `a fixed spread of ${pips} pips is assumed`
  return { kind: 'fixed', pips, source, text: `${what}: ${made}.` }
}

/** The model's spread as a price distance. */
export function spreadDistance(model: SpreadModel, pipSize: number): SpreadDistance {
  return model.byHour ? model.byHour.map((pips) => pips * pipSize) : model.pips * pipSize
}

/** Which of the 168 hours of the week, counted from Sunday 00:00 UTC, contains `time` (UTC milliseconds). */
export function hourOfWeek(time: number): number {
  const hours = Math.floor(time / HOUR) + WEEK_OFFSET_HOURS
  return hours - Math.floor(hours / HOURS_OF_WEEK) * HOURS_OF_WEEK
}

/**
 * Columns in the form that the engine uses. `spread` applies to one-price data only; a bar has the spread of the hour
 * in which it starts.
 */
export function toMarketColumns(
  table: SeriesTable,
  source: PriceSource | 'both',
  spread: SpreadDistance,
): MarketColumns {
  const column = (index: number): Float64Array => table.columns[index] as Float64Array
  const time = column(0)
  // Trades and mid prices are in the middle of the spread; a bid or an ask is one of its sides.
  const below = source === 'bid' ? 0 : source === 'ask' ? -1 : -0.5
  const bid = (index: number): Float64Array => shifted(column(index), time, spread, below)
  const ask = (index: number): Float64Array => shifted(column(index), time, spread, 1 + below)
  if (table.key.interval === 'Tick') {
    if (table.key.price === 'quote') return { kind: 'tick', time, bid: column(1), ask: column(2) }
    return { kind: 'tick', time, bid: bid(1), ask: ask(1) }
  }
  const quote = table.key.price === 'quote'
  return {
    kind: 'bar',
    time,
    bidOpen: quote ? column(1) : bid(1),
    bidHigh: quote ? column(2) : bid(2),
    bidLow: quote ? column(3) : bid(3),
    bidClose: quote ? column(4) : bid(4),
    askOpen: quote ? column(5) : ask(1),
    askHigh: quote ? column(6) : ask(2),
    askLow: quote ? column(7) : ask(3),
    askClose: quote ? column(8) : ask(4),
    volume: quote ? column(9) : column(5),
  }
}

/** Shares the same memory if there is nothing to add: exact, without a copy. */
function shifted(column: Float64Array, time: Float64Array, spread: SpreadDistance, part: number): Float64Array {
  if (part === 0 || spread === 0) return column
  if (typeof spread === 'number') {
    const by = spread * part
    return column.map((value) => value + by)
  }
  return column.map((value, row) => value + (spread[hourOfWeek(time[row] as number)] as number) * part)
}

function refuseNonsense({ spreadPips, spreadByHour }: SpreadChoice): void {
  if (spreadPips !== undefined && spreadByHour !== undefined) {
    throw new UserError('invalid-input', 'A spread is either fixed or by hour of the week, not both')
  }
  if (spreadByHour !== undefined && spreadByHour.length !== HOURS_OF_WEEK) {
    throw new UserError(
      'invalid-input',
      `A spread by hour of the week has ${HOURS_OF_WEEK} values, not ${spreadByHour.length}`,
    )
  }
  for (const pips of spreadByHour ?? [spreadPips ?? 0]) {
    if (!Number.isFinite(pips) || pips < 0)
      throw new UserError('invalid-input', `A spread of ${pips} pips is not possible`)
  }
}
