import { dayOfWeek, type Instrument, newYorkOffset, type Price, type Quantity } from '@tradeloom/domain'

import type { SwapSpec } from '../run-spec.ts'

const DAYS_OF_A_YEAR = 360

/** Rates of the rollover at `time`, by side: those of its day in New York, or of the latest known day before. */
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

/** Swap of one night in quote currency, credits positive, for `quantity` units at `price` and a rate. */
export function swapOf(
  unit: SwapSpec['unit'],
  pipSize: number,
  rate: number,
  quantity: Quantity,
  price: Price,
): number {
  return unit === 'pips' ? quantity * pipSize * rate : (quantity * price * rate) / 100 / DAYS_OF_A_YEAR
}

/**
 * The number of nights charged at the rollover at `time` (17:00 New York). Forex rolls Monday to Friday, and one of
 * these days also counts the weekend, because its trades settle two days later. Other markets roll every day.
 */
export function nightsAt(spec: SwapSpec, calendar: Instrument['calendar'], time: number): number {
  const weekday = dayOfWeek(time + newYorkOffset(time))
  if (calendar === 'forex' && (weekday === 0 || weekday === 6)) return 0
  return weekday === spec.tripleWeekday ? 3 : 1
}
