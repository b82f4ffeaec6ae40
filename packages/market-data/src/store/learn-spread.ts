import { UserError } from '@tradeloom/domain'
import type { MarketColumns } from '@tradeloom/domain'

import { HOURS_OF_WEEK, hourOfWeek } from './spread-model.ts'

export interface LearnedSpread {
  /** Pips by hour of the week, 168 values from Sunday 00:00 UTC. */
  readonly byHour: readonly number[]
  /** Number of quotes in each hour; hours without quotes have the median of the others. */
  readonly quotes: readonly number[]
}

/** Rounding: below any broker's price step, above the noise of floating-point subtraction. */
const DECIMALS = 4

/**
 * The typical spread of each hour of the week: the median of ask minus bid over a quoted series (for bars, at their
 * close). A median, because a few moments around news are many times as wide. Crossed quotes count as zero spread.
 * Throws UserError for a series without rows.
 */
export function learnSpreadByHour(quoted: MarketColumns, pipSize: number): LearnedSpread {
  const { time } = quoted
  const [bid, ask] = quoted.kind === 'tick' ? [quoted.bid, quoted.ask] : [quoted.bidClose, quoted.askClose]
  if (time.length === 0) throw new UserError('no-data', 'There are no quotes to learn a spread from')
  const hours = new Uint8Array(time.length)
  const quotes = Array.from({ length: HOURS_OF_WEEK }, () => 0)
  for (let row = 0; row < time.length; row++) {
    const hour = hourOfWeek(time[row] as number)
    hours[row] = hour
    quotes[hour] = (quotes[hour] as number) + 1
  }
  const distances = quotes.map((count) => new Float64Array(count))
  const filled = new Uint32Array(HOURS_OF_WEEK)
  for (let row = 0; row < time.length; row++) {
    const hour = hours[row] as number
    const distance = ((ask[row] as number) - (bid[row] as number)) / pipSize
    const place = filled[hour] as number
    ;(distances[hour] as Float64Array)[place] = Math.max(0, distance)
    filled[hour] = place + 1
  }
  const known = distances.map((values) => (values.length === 0 ? null : median(values)))
  const usual = median(Float64Array.from(known.filter((value) => value !== null)))
  return { byHour: known.map((value) => Number((value ?? usual).toFixed(DECIMALS))), quotes }
}

/** Of at least one value; sorts the values in place. */
function median(values: Float64Array): number {
  values.sort()
  const middle = values.length >> 1
  const upper = values[middle] as number
  return values.length % 2 === 1 ? upper : ((values[middle - 1] as number) + upper) / 2
}
