/** Hours of a week, from Sunday 00:00 UTC. */
export const HOURS_OF_WEEK = 168

import { DAY } from '../time/units.ts'

/** The long tables of run models by key. Bounds are those of one cell. */
export const SETTING_TABLES = {
  /** Ask minus bid in pips by hour of the week. */
  spreadByHour: { header: 'hour,pips', min: 0, max: 1000, minRows: HOURS_OF_WEEK, maxRows: HOURS_OF_WEEK },
  /**
   * Rates for long and short by day (UTC midnight of the New York date); each applies until the next. Over fifty years.
   */
  swapRates: { header: 'day,long,short', min: -1000, max: 1000, minRows: 1, maxRows: 20_000, multipleOf: DAY },
  /** Rates as fractions by payment time. Hourly payments of more than two years. */
  fundingRates: { header: 'time,rate', min: -1, max: 1, minRows: 1, maxRows: 20_000 },
} as const

/** The problem with the rates of a table, which has times in its first column; null if they are valid. */
export function ratesProblem(
  key: 'swapRates' | 'fundingRates',
  rows: readonly (readonly [time: number, ...rates: number[]])[],
): string | null {
  const { title, order } = key === 'swapRates' ? SWAP : FUNDING
  const { min, max } = SETTING_TABLES[key]
  let before = -Infinity
  for (const [time, ...rates] of rows) {
    const isOnGrid = key !== 'swapRates' || time % SETTING_TABLES.swapRates.multipleOf === 0
    if (!(time > before) || !isOnGrid) return `${title} must ascend ${order}`
    if (rates.some((rate) => !(rate >= min && rate <= max)))
      return `${title}: each must be a number from ${min} to ${max}`
    before = time
  }
  return null
}

const SWAP = { title: 'Swap rates', order: 'by day' } as const
const FUNDING = { title: 'Funding rates', order: 'in time' } as const
