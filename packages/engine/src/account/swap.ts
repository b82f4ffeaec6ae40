import { dayOfWeek, type Instrument, newYorkOffset } from '@tradeloom/domain'

import type { SwapSpec } from '../run-spec.ts'

const DAYS_OF_A_YEAR = 360

/** Rates of the rollover at `time`, by side: those of its day in New York, or of the last day before that is known. */
export function swapRatesAt(spec: SwapSpec, time: number): readonly [long: number, short: number] {
  const rates = spec.rates ?? []
  const local = time + newYorkOffset(time)
  let low = 0
  let high = rates.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((rates[middle]?.[0] ?? Infinity) <= local) low = middle + 1
    else high = middle
  }
  const found = rates[low - 1]
  return found ? [found[1], found[2]] : [spec.long, spec.short]
}

/** Swap of one night in quote currency, credits positive: at `price`, for `quantity` units at a rate. */
export function swapOf(unit: SwapSpec['unit'], pipSize: number, rate: number, quantity: number, price: number): number {
  return unit === 'pips' ? quantity * pipSize * rate : (quantity * price * rate) / 100 / DAYS_OF_A_YEAR
}

/**
 * Nights that the rollover at `time` (17:00 New York) counts. Forex rolls Monday to Friday, and one of these days
 * stands for the weekend too, because two days later is when its deals are settled. Other markets roll every day.
 */
export function nightsAt(spec: SwapSpec, calendar: Instrument['calendar'], time: number): number {
  const weekday = dayOfWeek(time + newYorkOffset(time))
  if (calendar === 'forex' && (weekday === 0 || weekday === 6)) return 0
  return weekday === spec.tripleWeekday ? 3 : 1
}
