import type { Interval } from '@tradeloom/domain'
import type { TickMarkType, Time } from 'lightweight-charts'
import { formatMinute, formatSecond } from '../../ui/format.ts'
import type { ChartClock } from './chart-clock.ts'
import { intervalMs } from './chart-interval.ts'

const MINUTE = 60_000
const DAY = 86_400_000
/** `2026-03-01 10:15:30.250` */
const TO_MILLISECOND = 23
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const
/** By what a mark of the axis stands for: a year, a month, a day, a time, a second. */
const MARKS = [
  (date) => String(date.getUTCFullYear()),
  (date) => MONTHS[date.getUTCMonth()] ?? '',
  (date) => String(date.getUTCDate()),
  (date) => date.toISOString().slice(11, 16),
  (date) => date.toISOString().slice(11, 19),
] as const satisfies Record<TickMarkType, (date: Date) => string>
const SECOND = 4

/** What a clock shows, as a time in UTC. Bars of days and weeks keep their dates: they are those of their market. */
export function shownTime(time: number, interval: Interval, { offsetAt }: ChartClock): number {
  return intervalMs(interval) >= DAY ? time : time + offsetAt(time)
}

/** A time of a row in words, as exact as rows of the interval need it. */
export function rowTimeText(time: number, interval: Interval, clock: ChartClock): string {
  const shown = shownTime(time, interval, clock)
  if (interval === 'Tick') return new Date(shown).toISOString().slice(0, TO_MILLISECOND).replace('T', ' ')
  return intervalMs(interval) < MINUTE ? formatSecond(shown) : formatMinute(shown)
}

/** The label of the crosshair. */
export function crosshairTime(time: Time, interval: Interval, clock: ChartClock): string {
  return rowTimeText(msOf(time, interval), interval, clock)
}

/** A mark of the time axis. Its place was chosen by the same clock, except among ticks, whose axis knows no minutes. */
export function axisTime(time: Time, type: TickMarkType, interval: Interval, clock: ChartClock): string {
  const shown = new Date(shownTime(msOf(time, interval), interval, clock))
  return MARKS[interval === 'Tick' ? SECOND : type](shown)
}

const msOf = (time: Time, interval: Interval): number => (interval === 'Tick' ? Number(time) : Number(time) * 1000)
