const MS_DIGITS = 3
const NANO_DIGITS = 9
const DAY = 86_400_000

/** RFC 3339 with nanoseconds; `nanoseconds` are those within the millisecond. */
export function timeText(ms: number, nanoseconds = 0): string {
  const text = new Date(ms).toISOString()
  return `${text.slice(0, -1)}${String(nanoseconds).padStart(NANO_DIGITS - MS_DIGITS, '0')}Z`
}

/** Of RFC 3339 or seconds since the epoch; null for neither. */
export function parseTime(text: string): number | null {
  const ms = /^\d{1,12}(\.\d{1,9})?$/.test(text) ? Number(text) * 1000 : Date.parse(text)
  return Number.isFinite(ms) ? ms : null
}

const NEW_YORK = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/New_York',
  weekday: 'short',
  hour: 'numeric',
  minute: 'numeric',
  second: 'numeric',
  hourCycle: 'h23',
})
const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']

/** In New York: the day of the week from Sunday, 0, on, and the milliseconds since midnight on the clock. */
export function newYorkTime(ms: number): { readonly weekday: number; readonly sinceMidnight: number } {
  const parts = NEW_YORK.formatToParts(ms)
  const partOf = (name: string): string => parts.find(({ type }) => type === name)?.value ?? ''
  const [hour = 0, minute = 0, second = 0] = ['hour', 'minute', 'second'].map((name) => Number(partOf(name)))
  return {
    weekday: WEEKDAYS.indexOf(partOf('weekday')),
    sinceMidnight: ((hour * 60 + minute) * 60 + second) * 1000 + (ms % 1000),
  }
}

/** When the trading day of the venue ends. */
const DAY_END = 17 * 3_600_000

/** The first 17:00 of New York after a time. */
export function nextDayEnd(ms: number): number {
  const { sinceMidnight } = newYorkTime(ms)
  const guess = ms + DAY_END - sinceMidnight + (sinceMidnight >= DAY_END ? DAY : 0)
  // The clock is set forward or back at night.
  const off = DAY_END - newYorkTime(guess).sinceMidnight
  return guess + off
}

/** Between Friday and Sunday, 17:00 of New York. */
export function isWeekend(ms: number): boolean {
  const { weekday, sinceMidnight } = newYorkTime(ms)
  if (weekday === 5) return sinceMidnight >= DAY_END
  return weekday === 6 || (weekday === 0 && sinceMidnight < DAY_END)
}
