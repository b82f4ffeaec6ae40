import { localClock } from '@tradeloom/domain/zones'
import type { SourceDay } from './source-provider.ts'

const DAY = 86_400_000

/** UTC milliseconds of a time of day there, in minutes; 24 * 60 is the end of that day. */
export function zonedTime(day: SourceDay, minutes: number, zone: string): number {
  return localClock(zone).toUtc(Date.parse(`${day}T00:00:00Z`) + minutes * 60_000)
}

export function dayOf(time: number): SourceDay {
  return new Date(time).toISOString().slice(0, 10)
}

export function addDays(day: SourceDay, days: number): SourceDay {
  return dayOf(Date.parse(`${day}T00:00:00Z`) + days * DAY)
}
