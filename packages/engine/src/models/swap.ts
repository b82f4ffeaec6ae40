import { dayOfWeek, type Instrument, newYorkOffset } from '@tradeloom/domain'

import type { SwapSpec } from '../run-spec.ts'

const DAYS_OF_A_YEAR = 360

/** Swap of one night in quote currency, credits positive: at `price`, for `quantity` units of one side. */
export function swapOf(spec: SwapSpec, pipSize: number, long: boolean, quantity: number, price: number): number {
  const rate = long ? spec.long : spec.short
  return spec.unit === 'pips' ? quantity * pipSize * rate : (quantity * price * rate) / 100 / DAYS_OF_A_YEAR
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
