const DAY_MINUTES = 1440
const MINUTE_MS = 60_000

export interface QuietHours {
  /** Minutes of the day. */
  readonly from: number
  readonly until: number
  readonly timeZone: string
}

/** When quiet hours that a time lies in end, in UTC milliseconds; null outside of them. */
export function quietUntil({ from, until, timeZone }: QuietHours, now: number): number | null {
  const minute = minuteOfDay(now, timeZone)
  const since = (minute - from + DAY_MINUTES) % DAY_MINUTES
  const length = (until - from + DAY_MINUTES) % DAY_MINUTES
  if (since >= length) return null
  return now - (now % MINUTE_MS) + (length - since) * MINUTE_MS
}

/** Minutes since midnight there. */
export function minuteOfDay(time: number, timeZone: string): number {
  const format = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  const [hour = 0, minute = 0] = format.format(time).split(':').map(Number)
  return hour * 60 + minute
}
