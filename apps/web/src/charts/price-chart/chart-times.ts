import type { Interval } from '@tradeloom/domain'
import type { Time } from 'lightweight-charts'
import { formatMinute, formatSecond } from '../../ui/format.ts'
import { intervalMs } from './chart-interval.ts'

const MINUTE = 60_000
/** `10:15:30` in an ISO time. */
const CLOCK = [11, 19] as const
/** `2026-03-01 10:15:30.250` */
const TO_MILLISECOND = 23

/** A time of a row in words, as exact as rows of the interval need it. */
export function rowTimeText(time: number, interval: Interval): string {
  if (interval === 'Tick') return new Date(time).toISOString().slice(0, TO_MILLISECOND).replace('T', ' ')
  return intervalMs(interval) < MINUTE ? formatSecond(time) : formatMinute(time)
}

/** The label of the crosshair. */
export function crosshairTime(time: Time, interval: Interval): string {
  return rowTimeText(interval === 'Tick' ? Number(time) : Number(time) * 1000, interval)
}

/** A mark of the time axis; null leaves it to the library, which knows only seconds. */
export function axisTime(time: Time, interval: Interval): string | null {
  return interval === 'Tick' ? new Date(Number(time)).toISOString().slice(...CLOCK) : null
}
