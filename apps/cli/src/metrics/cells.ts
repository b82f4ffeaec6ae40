import { DAY, UserError } from '@tradeloom/domain'
import { parseTime } from '@tradeloom/domain/zones'
import type { Separator } from './table.ts'

const PLAIN = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i
/** Grouped thousands. A leading zero is a decimal comma: `0,125` is an eighth. */
const GROUPED = /^[+-]?[1-9]\d{0,2}(,\d{3})+(\.\d+)?$/
const SPACED = /^[+-]?[1-9]\d{0,2}([ \u00a0\u202f]\d{3})+(\.\d+)?$/
/** 1234 if commas group thousands, 1.234 if they are decimal. */
const EITHER = /^[+-]?\d{1,3},\d{3}$/
/** Dates must begin with the year: 01/02/2024 is February 1 or January 2. */
const DATE = /^\d{4}[-./]\d{2}[-./]\d{2}$/
const DATE_TIME = /^\d{4}[-./]\d{2}[-./]\d{2}[T ]\d{2}:\d{2}/
/** Epoch numbers must be times between 1980 and 2200. */
const EARLIEST = Date.UTC(1980, 0)
const LATEST = Date.UTC(2200, 0)

/**
 * A number as written by trading platforms: `-1234.5`, `1,234.50`, `1 234.50`, `$12`, `(12.50)` for negative amounts,
 * `1.5e3`. The decimal separator is a point: `12,5` is refused rather than guessed, and so is `1,234` in columns that
 * are not separated by commas. Percentages are not money.
 */
export function parseCellNumber(text: string, place: string, column: string, separator: Separator): number {
  const negative = /^\((.*)\)$/.exec(text)
  const bare = (negative?.[1] ?? text)
    .replace(/[\u2212\u2013]/g, '-')
    .replace(/(^|[+-])\s*[$€£¥]\s*/, '$1')
    .replace(/\s*(USD|EUR|USDT|pips)$/i, '')
    .trim()
  if ((separator === ';' || separator === '\t') && EITHER.test(bare)) {
    throw new UserError(
      'invalid-input',
      `${place}: ${column} "${text}" may be ${bare.replace(',', '.')} or ${bare.replace(',', '')}: write it without a comma`,
    )
  }
  const value = Number(plainDigits(bare))
  if (!Number.isFinite(value))
    throw new UserError('invalid-input', `${place}: ${column} "${text}" is not a number like -1234.5`)
  return negative ? -value : value
}

function plainDigits(text: string): string {
  if (PLAIN.test(text)) return text
  if (GROUPED.test(text)) return text.replaceAll(',', '')
  return SPACED.test(text) ? text.replaceAll(/[ \u00a0\u202f]/g, '') : 'none'
}

/**
 * A time: ISO 8601 (`2024-01-31T08:30:00Z`), MetaTrader's form (`2024.01.31 08:30:00`), or seconds or milliseconds
 * since 1970. Without a time zone of its own it has that of the column name, `Time (UTC+2)`, or else UTC. A date alone
 * is the end or the beginning of its day.
 */
export function parseCellTime(text: string, place: string, column: string, dateMeans: 'start' | 'end'): number {
  const time = written(text, dateMeans, column, place)
  if (time === null) {
    throw new UserError(
      'invalid-input',
      `${place}: ${column} "${text}" is not a time like 2024-01-31T08:30:00Z, 2024.01.31 08:30 or 1706689800`,
    )
  }
  return time
}

/** Whether an epoch number is a plausible trading time; 45322.5, for example, is a day of Excel. */
function isTraded(time: number): boolean {
  return time >= EARLIEST && time < LATEST
}

function written(text: string, dateMeans: 'start' | 'end', column: string, place: string): number | null {
  const { local, offset, form } = parseTime(text)
  // Numbers of sixteen or more digits may not be microseconds.
  if (form === 'epoch') return isTraded(local) && !/^\d{14}/.test(text) ? local : null
  const isDate = DATE.test(text)
  if (Number.isNaN(local) || local < 0 || local >= LATEST || !(isDate || DATE_TIME.test(text))) return null
  const end = isDate && dateMeans === 'end' ? DAY : 0
  return local + end - (offset ?? aheadOfUtc(column, place))
}

/** UTC offset of a column in milliseconds: `Closing time (UTC+2)`, `Time (GMT-05:30)`. */
function aheadOfUtc(column: string, place: string): number {
  const told = /\((.*?)\)/.exec(column)?.[1]?.trim()
  // No time zone, or a date format: (YYYY-MM-DD hh:mm).
  if (told === undefined || /^[ymdhs\s:./-]*$/i.test(told)) return 0
  const zone = /^(?:UTC|GMT|Z)\s*(?:([+\u2212-])\s*(\d{1,2})(?::?(\d{2}))?)?$/i.exec(told)
  if (!zone)
    throw new UserError('invalid-input', `${place}: "${column}" does not name a known time zone; write it like (UTC+2)`)
  const minutes = Number(zone[2] ?? 0) * 60 + Number(zone[3] ?? 0)
  return (zone[1] === undefined || zone[1] === '+' ? minutes : -minutes) * 60_000
}
