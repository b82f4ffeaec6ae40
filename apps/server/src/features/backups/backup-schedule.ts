import { checkTimezone, localClock } from '@tradeloom/domain/zones'

/** A time of each day. */
export interface BackupSchedule {
  /** Such as 03:00. */
  readonly at: string
  readonly timeZone: string
}

const FORM = /^([01]\d|2[0-3]):([0-5]\d)(?: (\S+))?$/
const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000

/** Of a setting such as `03:00` or `03:00 Europe/Berlin`; null for `off`. Throws with what is wrong. */
export function readSchedule(text: string): BackupSchedule | null {
  if (text === 'off') return null
  const match = FORM.exec(text)
  if (!match) throw new Error('must be off, or a time with a time zone, such as 03:00 Europe/Berlin')
  return { at: text.slice(0, 5), timeZone: checkTimezone(match[3] ?? 'UTC') }
}

/** When it was due last, and when it is next, UTC milliseconds. */
export function dueTimes({ at, timeZone }: BackupSchedule, now: number): { last: number; next: number } {
  const [hours = 0, minutes = 0] = at.split(':').map(Number)
  const clock = localClock(timeZone)
  const today = Math.floor(now / DAY_MS) * DAY_MS
  const times = [-2, -1, 0, 1, 2].map((days) => {
    const local = today + days * DAY_MS + hours * HOUR_MS + minutes * 60_000
    const time = clock.toUtc(local)
    // Skipped when daylight saving time began.
    return Number.isNaN(time) ? clock.toUtc(local + HOUR_MS) : time
  })
  return { last: times.findLast((time) => time <= now) ?? now, next: times.find((time) => time > now) ?? now }
}
