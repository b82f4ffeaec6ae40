import { nextRollover, rolloverBefore } from './time/new-york-time.ts'
import { DAY, HOUR } from './time/units.ts'

/** The intervals of the specification, by key. Bars are aligned to UTC; days and weeks as `BarDays` says. */
export const INTERVALS = {
  S5: { label: '5 s', ms: 5_000 },
  S15: { label: '15 s', ms: 15_000 },
  S30: { label: '30 s', ms: 30_000 },
  M1: { label: '1 min', ms: 60_000 },
  M2: { label: '2 min', ms: 120_000 },
  M5: { label: '5 min', ms: 300_000 },
  M10: { label: '10 min', ms: 600_000 },
  M15: { label: '15 min', ms: 900_000 },
  M30: { label: '30 min', ms: 1_800_000 },
  H1: { label: '1 h', ms: 3_600_000 },
  H2: { label: '2 h', ms: 7_200_000 },
  H4: { label: '4 h', ms: 14_400_000 },
  H8: { label: '8 h', ms: 28_800_000 },
  H12: { label: '12 h', ms: 43_200_000 },
  D1: { label: '1 day', ms: 86_400_000 },
  W1: { label: '1 week', ms: 604_800_000 },
} as const

/** An interval of finished bars. `Tick` is not one of them: it has no bars. */
export type BarInterval = keyof typeof INTERVALS
export type Interval = BarInterval | 'Tick'
/** Shortest first. */
export const BAR_INTERVALS = Object.keys(INTERVALS) as readonly BarInterval[]
export const INTERVAL_KEYS: readonly Interval[] = ['Tick', ...BAR_INTERVALS]

/** When the bars of days and weeks of an instrument begin; omitted fields are the first choice. */
export interface BarDays {
  /** Days end at 00:00 UTC, or at 17:00 in New York, where the banking day of currencies ends. */
  readonly dayEnd?: (typeof DAY_ENDS)[number] | undefined
  /** The first day of a week; a day that ends at 17:00 has the date of its end. */
  readonly weekStart?: (typeof WEEK_STARTS)[number] | undefined
}

export const DAY_ENDS = ['utc', 'new-york'] as const
export const WEEK_STARTS = ['sunday', 'monday'] as const

/** 1970-01-01 was a Thursday; days from the start of its week to it. */
const DAYS_BEFORE = { sunday: 4, monday: 3 } as const
const UTC_DAYS: BarDays = {}

export function isBarInterval(text: string): text is BarInterval {
  return Object.hasOwn(INTERVALS, text)
}

/** Start of the bar that contains `time`; both UTC milliseconds. */
export function barStart(time: number, interval: BarInterval, days: BarDays = UTC_DAYS): number {
  const { ms } = INTERVALS[interval]
  if (interval === 'D1' || interval === 'W1') return startOfDays(time, interval, days)
  return Math.floor(time / ms) * ms
}

/** End of the bar that starts at `start`, which is the start of the next one. Days of 23 and 25 hours exist. */
export function barEnd(start: number, interval: BarInterval, { dayEnd }: BarDays = UTC_DAYS): number {
  const { ms } = INTERVALS[interval]
  if (dayEnd !== 'new-york' || (interval !== 'D1' && interval !== 'W1')) return start + ms
  // An hour before its last rollover, whatever the clocks did in between.
  return nextRollover(start + ms - 2 * HOUR)
}

function startOfDays(time: number, interval: 'D1' | 'W1', { dayEnd, weekStart = 'sunday' }: BarDays): number {
  const day = dayEnd === 'new-york' ? rolloverBefore(time) : Math.floor(time / DAY) * DAY
  if (interval === 'D1') return day
  // A day from 17:00 to 17:00 has the date on which it ends, seven hours before the end of that date.
  const date = Math.floor((dayEnd === 'new-york' ? day + 12 * HOUR : day) / DAY)
  const since = (((date + DAYS_BEFORE[weekStart]) % 7) + 7) % 7
  if (dayEnd !== 'new-york') return day - since * DAY
  return rolloverBefore(day - since * DAY + 2 * HOUR)
}
