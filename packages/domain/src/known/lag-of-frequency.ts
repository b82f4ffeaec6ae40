import { DAY } from '../time/units.ts'

/** How often a series has a new period. */
export const FREQUENCIES = ['day', 'week', 'month', 'quarter', 'year'] as const
export type Frequency = (typeof FREQUENCIES)[number]

/** Days after the end of a period from which its value counts as known if nothing better is. */
export const LAG_DAYS: Readonly<Record<Frequency, number>> = { day: 1, week: 7, month: 45, quarter: 120, year: 365 }

const SATURDAY = 6

/** How often a series has a new period: by the shortest distance of two periods; of a single one, nothing is known. */
export function frequencyOfStarts(starts: readonly number[]): Frequency {
  let least = Infinity
  for (let i = 1; i < starts.length; i++) least = Math.min(least, (starts[i] as number) - (starts[i - 1] as number))
  const days = least / DAY
  if (days >= 360) return 'year'
  if (days >= 85) return 'quarter'
  if (days >= 27) return 'month'
  return days >= 5 ? 'week' : 'day'
}

/**
 * The assumed time at which the value of a period was known. Days of a daily series are working days: Friday's rate is
 * published on Monday.
 */
export function laggedTime(periodEnd: number, frequency: Frequency, days: number = LAG_DAYS[frequency]): number {
  if (frequency !== 'day') return periodEnd + days * DAY
  let time = periodEnd
  for (let left = days; left > 0;) {
    if (!isWeekend(time)) left -= 1
    time += DAY
  }
  return time
}

function isWeekend(time: number): boolean {
  const day = new Date(time).getUTCDay()
  return day === 0 || day === SATURDAY
}
