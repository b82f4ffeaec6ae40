/** Order of day and month in dates such as 02/03/2012; not needed if the year comes first. */
export type DayOrder = 'dmy' | 'mdy'

export interface TimeText {
  /** Milliseconds as if the text were in UTC; NaN if it is not a time. */
  readonly local: number
  /** The text's own UTC offset in milliseconds; null if it has none (0 for epoch numbers). */
  readonly offset: number | null
  /** A calendar date with separators, a date in digits only, or a number since 1970. */
  readonly form: 'calendar' | 'digits' | 'epoch'
}

const CALENDAR =
  /^(\d{1,4})([-./]?)(\d{1,2})\2(\d{1,4})(?:[T ,]+(\d{1,2}):?(\d{2})(?::?(\d{2}))?(?:[.,]?(\d{1,9}))?(?:\s*([ap])\.?m\.?)?)?\s*(Z|(?:UTC|GMT)?\s*[+-]\d{1,2}(?::?\d{2})?|UTC|GMT)?$/i

const MONTHS = 'january february march april may june july august september october november december'.split(' ')

const NONE: TimeText = { local: Number.NaN, offset: null, form: 'digits' }

/**
 * Reads a time in any common export form: ISO, `2012.02.01 00:05`, `20120201 000503120`, `20120201`, `02/01/2012
 * 00:05:00`, `2/1/2012 5:00 PM`, `Feb 01, 2012`, `01-Feb-2012`, or seconds, milliseconds, microseconds or nanoseconds
 * since 1970.
 */
export function parseTime(raw: string, order: DayOrder | null = null): TimeText {
  const text = raw.trim()
  if (/^\d+(\.\d+)?$/.test(text)) return parseDigits(text)
  const match = CALENDAR.exec(text) ?? CALENDAR.exec(inDigits(text))
  if (!match) return NONE
  const [, a = '', separator, b = '', c = '', clock = '0', minute = '0', second = '0', fraction = '', half, zone] =
    match
  const hour = half === undefined ? clock : hourOfDay(clock, half)
  let year = a
  let month = b
  let day = c
  if (a.length !== 4) {
    if (c.length !== 4 || separator === '') return NONE
    // Dots mean day first, as in Germany; slashes need an order, or numbers that allow only one.
    const settled = separator === '.' ? 'dmy' : (order ?? (Number(a) > 12 ? 'dmy' : Number(b) > 12 ? 'mdy' : null))
    if (settled === null) return NONE
    year = c
    month = settled === 'dmy' ? b : a
    day = settled === 'dmy' ? a : b
  } else if (c.length > 2) return NONE
  const local = utc(year, month, day, hour, minute, second, fraction)
  const offset = zone ? zoneOffset(zone) : null
  return Number.isNaN(offset) ? NONE : { local, offset, form: 'calendar' }
}

/** `Feb 01, 2012` and `01-Feb-2012` as `2012-02-01`, and `05-PM` as `05:00 PM`; any other text as it is. */
function inDigits(text: string): string {
  const whole = text.replace(/(\d{1,2})-?([ap]m)$/i, (same, hour: string, half: string) =>
    /:\d{1,2}$/.test(text.slice(0, text.length - half.length).trimEnd()) ? same : `${hour}:00 ${half}`,
  )
  const [, first, dayAfter, dayBefore, second, year, rest] =
    /^(?:([a-z]{3,9})\.?[ -](\d{1,2})|(\d{1,2})[ -]([a-z]{3,9})\.?)(?:, ?|[ -])(\d{4})\b(.*)$/i.exec(whole) ?? []
  const name = (first ?? second)?.toLowerCase()
  const month = name === undefined ? 0 : MONTHS.findIndex((one) => one.startsWith(name)) + 1
  return month === 0 ? whole : `${year}-${month}-${dayAfter ?? dayBefore}${rest}`
}

/** `12` of `am` is 0, `1` of `pm` is 13; an hour that no such clock shows is 24, which no day has. */
function hourOfDay(clock: string, half: string): string {
  const hour = Number(clock)
  if (hour < 1 || hour > 12) return '24'
  return String((hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0))
}

function parseDigits(text: string): TimeText {
  const [whole = '', part = ''] = text.split('.')
  if (part === '' && (whole.length === 8 || whole.length === 14 || whole.length === 17)) {
    const local = utc(
      whole.slice(0, 4),
      whole.slice(4, 6),
      whole.slice(6, 8),
      whole.slice(8, 10) || '0',
      whole.slice(10, 12) || '0',
      whole.slice(12, 14) || '0',
      whole.slice(14),
    )
    return { local, offset: null, form: 'digits' }
  }
  const value = Number(text)
  // Digits down to the hour or minute would otherwise be read as epoch seconds after 2033 or milliseconds of 1976.
  if (part === '' && /^20\d{2}(0[1-9]|1[0-2])([0-2]\d|3[01])[0-2]\d([0-5]\d)?$/.test(whole)) {
    const [y, mo, d, h] = [whole.slice(0, 4), whole.slice(4, 6), whole.slice(6, 8), whole.slice(8, 10)]
    return { local: utc(y, mo, d, h, whole.slice(10) || '0', '0', ''), offset: null, form: 'digits' }
  }
  if (whole.length <= 10 && whole.length >= 9) return { local: Math.floor(value * 1000), offset: 0, form: 'epoch' }
  if (whole.length <= 13 && whole.length >= 12) return { local: Math.floor(value), offset: 0, form: 'epoch' }
  if (whole.length === 16) return { local: Math.floor(value / 1000), offset: 0, form: 'epoch' }
  if (whole.length === 19) return { local: Number(whole.slice(0, 13)), offset: 0, form: 'epoch' }
  return NONE
}

function utc(y: string, mo: string, d: string, h: string, mi: string, s: string, fraction: string): number {
  const [month, day, hour, minute, second] = [Number(mo), Number(d), Number(h), Number(mi), Number(s)]
  if (month < 1 || month > 12 || day < 1 || hour > 23 || minute > 59 || second > 59) return Number.NaN
  const ms = fraction === '' ? 0 : Math.floor(Number(`0.${fraction}`) * 1000 + 1e-6)
  const time = Date.UTC(Number(y), month - 1, day, hour, minute, second, ms)
  // Date rolls April 31 over to May 1.
  return new Date(time).getUTCDate() === day ? time : Number.NaN
}

const MINUTES_OF_DAY = 24 * 60

function zoneOffset(zone: string): number {
  const match = /([+-])(\d{1,2}):?(\d{2})?$/.exec(zone)
  if (!match) return 0
  const minutes = Number(match[2]) * 60 + Number(match[3] ?? 0)
  if (minutes >= MINUTES_OF_DAY || Number(match[3] ?? 0) > 59) return Number.NaN
  return (match[1] === '-' ? -1 : 1) * minutes * 60_000
}
