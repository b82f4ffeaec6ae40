/** Numbers, counts and times for display: true minus, thousands separators, UTC, '–' for missing values. */

export const NOTHING = '–'
const MINUS = '−'

const formatters = new Map<string, Intl.NumberFormat>()

function formatter(minimum: number, maximum: number): Intl.NumberFormat {
  const key = `${minimum}.${maximum}`
  let found = formatters.get(key)
  if (found === undefined) {
    found = new Intl.NumberFormat('en-US', { minimumFractionDigits: minimum, maximumFractionDigits: maximum })
    formatters.set(key, found)
  }
  return found
}

/** Fixed decimals, trailing zeros kept; a value that rounds to zero has no sign. */
export function formatNumber(value: number | null | undefined, decimals = 2): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return NOTHING
  const text = formatter(decimals, decimals).format(Math.abs(value))
  const isZero = !/[1-9]/.test(text)
  return value < 0 && !isZero ? MINUS + text : text
}

/** The decimals that the number has, up to `maximum`: quantities, externals. */
export function formatPlain(value: number | null | undefined, maximum = 8): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return NOTHING
  return formatter(0, maximum).format(value).replace('-', MINUS)
}

/** `1 warning`, `2 warnings`, `1,234 ticks`; `plural` for nouns that do not just take an s. */
export function formatCount(count: number, noun: string, plural = `${noun}s`): string {
  return `${formatPlain(count)} ${Math.abs(count) === 1 ? noun : plural}`
}

/** With its sign, for profits: `+4.60`, `−1.20`, `0.00`. */
export function formatSigned(value: number | null | undefined, decimals = 2): string {
  const text = formatNumber(value, decimals)
  return value !== null && value !== undefined && value > 0 && /[1-9]/.test(text) ? `+${text}` : text
}

/** `value` is in percent already: 1.5 is `1.50%`. */
export function formatPercent(value: number | null | undefined, decimals = 2, signed = false): string {
  const text = signed ? formatSigned(value, decimals) : formatNumber(value, decimals)
  return text === NOTHING ? text : `${text}%`
}

type Time = number | string | null | undefined

function toDate(time: Time): Date | null {
  if (time === null || time === undefined || time === '') return null
  const date = new Date(time)
  return Number.isNaN(date.getTime()) ? null : date
}

/** `2026-03-01`, UTC. */
export function formatDay(time: Time): string {
  return toDate(time)?.toISOString().slice(0, 10) ?? NOTHING
}

/** `2026-03-01 09:30`, UTC. */
export function formatMinute(time: Time): string {
  return toDate(time)?.toISOString().slice(0, 16).replace('T', ' ') ?? NOTHING
}

/** `2026-03-01 09:30:15`, UTC. */
export function formatSecond(time: Time): string {
  return toDate(time)?.toISOString().slice(0, 19).replace('T', ' ') ?? NOTHING
}

/** As `formatMinute`, by the clock of this browser. */
export function formatLocalMinute(time: Time): string {
  const date = toDate(time)
  return date === null ? NOTHING : formatMinute(date.getTime() - date.getTimezoneOffset() * 60_000)
}

/** The last day of a period whose end is exclusive: an end at midnight is shown as the day before. */
export function formatLastDay(end: Time): string {
  const date = toDate(end)
  return date === null ? NOTHING : formatDay(date.getTime() - 1)
}

const DAY = 86_400_000

/** `1 d 4 h`, `3 h 05 min`, `12.4 s`. */
export function formatDuration(ms: number | null | undefined): string {
  if (ms === null || ms === undefined || !Number.isFinite(ms) || ms < 0) return NOTHING
  if (ms < 1000) return `${Math.round(ms)} ms`
  if (ms < 60_000) return `${formatNumber(ms / 1000, 1)} s`
  const minutes = Math.floor(ms / 60_000)
  if (minutes < 60) return `${minutes} min ${String(Math.floor(ms / 1000) % 60).padStart(2, '0')} s`
  const hours = Math.floor(minutes / 60)
  if (hours < 24) return `${hours} h ${String(minutes % 60).padStart(2, '0')} min`
  return `${formatPlain(Math.floor(hours / 24))} d ${hours % 24} h`
}

/** Time since a start: `30 d 04:15`, `04:15`; whole days alone: `30 d`. */
export function formatElapsed(ms: number, unit: 'minutes' | 'days' = 'minutes'): string {
  const days = `${formatPlain(Math.floor(ms / DAY))} d`
  if (unit === 'days') return days
  const clock = new Date(ms).toISOString().slice(11, 16)
  return ms < DAY ? clock : `${days} ${clock}`
}

/** The length of a period in days. */
export function formatDays(start: Time, end: Time): string {
  const from = toDate(start)
  const to = toDate(end)
  if (from === null || to === null) return NOTHING
  const days = Math.round((to.getTime() - from.getTime()) / DAY)
  return formatCount(days, 'day')
}

/** Relative for less than an hour, else the UTC minute. */
export function formatAge(time: Time, now: number): string {
  const date = toDate(time)
  if (date === null) return NOTHING
  const seconds = Math.floor((now - date.getTime()) / 1000)
  if (seconds < 5) return 'just now'
  if (seconds < 60) return `${seconds} s ago`
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ago`
  return formatMinute(date.getTime())
}

/** `812 kB`, `1.4 GB`. */
export function formatBytes(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB']
  let value = bytes
  let unit = 0
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000
    unit += 1
  }
  return `${formatNumber(value, value < 10 && unit > 0 ? 1 : 0)} ${units[unit]}`
}

/** CSS class of a number whose sign means gain or loss; none for zero. */
export function signClass(value: number | null | undefined): string {
  if (value === null || value === undefined || value === 0) return ''
  return value > 0 ? 'gain' : 'loss'
}

/** Made when it is needed: no page waits for it. */
let graphemes: Intl.Segmenter | undefined

/**
 * Cuts at a word boundary where possible; the specification shows 98 characters of a description. Characters are what
 * readers see as one, so an emoji is never cut in two.
 */
export function cutText(text: string, length: number): string {
  if (text.length <= length) return text
  graphemes ??= new Intl.Segmenter('en', { granularity: 'grapheme' })
  const characters = Array.from(graphemes.segment(text), ({ segment }) => segment)
  if (characters.length <= length) return text
  const cut = characters.slice(0, length - 1).join('')
  const space = cut.lastIndexOf(' ')
  return `${(space > cut.length * 0.6 ? cut.slice(0, space) : cut).trimEnd()}…`
}
