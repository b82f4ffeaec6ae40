import { DAY, HOUR } from './units.ts'
import { monthOf, startOfMonth } from './utc-time.ts'

const STANDARD = -5 * HOUR
const SUMMER = -4 * HOUR
/** The banking day of currencies ends at 17:00 New York; financing is charged then. */
const ROLLOVER = 17 * HOUR

/** The last period and its offset: times usually ascend, so nearly every call is answered from here. */
let from = 0
let to = 0
let offset = STANDARD

/**
 * Milliseconds to add to UTC for New York time: -5 h, or -4 h in daylight saving time. `time` is UTC milliseconds. The
 * rules follow United States law by year: from 2007, second Sunday of March to first Sunday of November; 1987 to 2006,
 * first Sunday of April to last Sunday of October; 1967 to 1986, last Sunday of April to last Sunday of October, except
 * during the energy crisis (from January 6, 1974, and February 23, 1975). Earlier years use the rule of 1967.
 */
export function newYorkOffset(time: number): number {
  if (time >= from && time < to) return offset
  if (!Number.isFinite(time)) return STANDARD
  const year = Math.floor(monthOf(time) / 12)
  const summer = dstStart(year)
  const winter = dstEnd(year)
  offset = time >= summer && time < winter ? SUMMER : STANDARD
  from = time < summer ? startOfMonth(year * 12) : time < winter ? summer : winter
  to = time < summer ? summer : time < winter ? winter : startOfMonth((year + 1) * 12)
  return offset
}

/** The first 17:00 in New York strictly after `time`; both UTC milliseconds. */
export function nextRollover(time: number): number {
  const known = newYorkOffset(time)
  const days = Math.floor((time + known - ROLLOVER) / DAY) + 1
  const local = days * DAY + ROLLOVER
  // Clocks change at 02:00, so an hour more or less never crosses another change.
  return local - newYorkOffset(local - known)
}

/** The last 17:00 in New York at or before `time`; both UTC milliseconds. */
export function rolloverBefore(time: number): number {
  const known = newYorkOffset(time)
  const local = Math.floor((time + known - ROLLOVER) / DAY) * DAY + ROLLOVER
  return local - newYorkOffset(local - known)
}

/** Clocks go forward at 02:00 standard time. */
function dstStart(year: number): number {
  return dstStartDay(year) + 2 * HOUR - STANDARD
}

function dstStartDay(year: number): number {
  if (year >= 2007) return sunday(year, 3, 2)
  if (year >= 1987) return sunday(year, 4, 1)
  if (year === 1974) return sunday(year, 1, 1)
  return year === 1975 ? lastSunday(year, 2) : lastSunday(year, 4)
}

/** Clocks go back at 02:00 daylight saving time. */
function dstEnd(year: number): number {
  return (year >= 2007 ? sunday(year, 11, 1) : lastSunday(year, 10)) + 2 * HOUR - SUMMER
}

/** 00:00 UTC of the nth Sunday of a month, both counted from 1. */
function sunday(year: number, month: number, count: number): number {
  const first = startOfMonth(year * 12 + month - 1)
  return first + (daysToSunday(first) + 7 * (count - 1)) * DAY
}

function lastSunday(year: number, month: number): number {
  const after = startOfMonth(year * 12 + month)
  return after + (daysToSunday(after) - 7) * DAY
}

/** Days to the next Sunday, 0 to 6; 1970-01-04 was one. */
function daysToSunday(day: number): number {
  const days = day / DAY
  return (((3 - days) % 7) + 7) % 7
}
