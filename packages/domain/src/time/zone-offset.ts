import { DAY } from './units.ts'

/** Milliseconds to add to UTC for the time that clocks show at `utc`, UTC milliseconds. */
export type OffsetAt = (utc: number) => number

/** A chart of a year in minutes would ask for more days than these only by scrolling for long. */
const MAX_DAYS = 2_000

/** The clock of a named time zone, as fast as bars of a chart need it: on most days the offset is one. */
export function zoneOffset(zone: string): OffsetAt {
  const read = offsetReader(zone)
  const days = new Map<number, number | null>()
  return (utc) => {
    const day = Math.floor(utc / DAY)
    let known = days.get(day)
    if (known === undefined) {
      if (days.size >= MAX_DAYS) days.clear()
      const first = read(day * DAY)
      known = first === read((day + 1) * DAY) ? first : null
      days.set(day, known)
    }
    return known ?? read(utc)
  }
}

/** The offset at any time, without a memory. */
export function offsetReader(zone: string): OffsetAt {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  return (utc) => {
    const parts: Record<string, number> = {}
    for (const { type, value } of format.formatToParts(utc)) parts[type] = Number(value)
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts
    // Zones count whole seconds.
    return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(utc / 1000) * 1000
  }
}
