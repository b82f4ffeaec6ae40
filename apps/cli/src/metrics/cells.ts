import { InputError } from '../input-error.ts'

const DAY = 86_400_000
const PLAIN = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i
const GROUPED = /^[+-]?\d{1,3}(,\d{3})+(\.\d+)?$/
const ISO =
  /^(\d{4}[-./]\d{2}[-./]\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?)\s*(Z|UTC|[+-]\d{2}:?\d{2})?)?$/i
/** Epoch numbers from here on are milliseconds: as seconds they would lie beyond the year 5000. */
const LEAST_MILLISECONDS = 100_000_000_000
const LATEST = 253_402_300_800_000

/**
 * A number as trading platforms write it: `-1234.5`, `1,234.50`, `$12`, `(12.50)` for what is below zero, `1.5e3`.
 * Decimals take a point: `12,5` is refused rather than guessed.
 */
export function parseCellNumber(text: string, place: string, column: string): number {
  const negative = /^\((.*)\)$/.exec(text)
  const bare = (negative?.[1] ?? text)
    .replace(/[\u2212\u2013]/g, '-')
    .replace(/(^|[+-])\s*[$€£¥]\s*/, '$1')
    .replace(/\s*(%|USD|EUR|USDT|pips)$/i, '')
    .trim()
  const plain = PLAIN.test(bare) ? bare : GROUPED.test(bare) ? bare.replaceAll(',', '') : ''
  const value = plain === '' ? Number.NaN : Number(plain)
  if (!Number.isFinite(value)) throw new InputError(`${place}: ${column} "${text}" is not a number like -1234.5`)
  return negative ? -value : value
}

/**
 * A moment: ISO 8601 (`2024-01-31T08:30:00Z`), the form of MetaTrader (`2024.01.31 08:30:00`), or seconds or
 * milliseconds since 1970. Without a zone it is UTC. A date alone is the end or the beginning of its day.
 */
export function parseCellTime(text: string, place: string, column: string, dateMeans: 'start' | 'end'): number {
  const time = /^\d+(\.\d+)?$/.test(text) ? epoch(Number(text)) : written(text, dateMeans)
  if (time === null || !(time >= 0 && time < LATEST)) {
    throw new InputError(
      `${place}: ${column} "${text}" is not a time like 2024-01-31T08:30:00Z, 2024.01.31 08:30 or 1706689800`,
    )
  }
  return time
}

function epoch(value: number): number {
  return value >= LEAST_MILLISECONDS ? Math.round(value) : Math.round(value * 1_000)
}

function written(text: string, dateMeans: 'start' | 'end'): number | null {
  const parts = ISO.exec(text)
  if (!parts) return null
  const date = (parts[1] as string).replace(/[./]/g, '-')
  const midnight = Date.parse(`${date}T00:00:00Z`)
  // What is no day of the calendar, such as 30 February, would become another one.
  if (Number.isNaN(midnight) || new Date(midnight).toISOString().slice(0, 10) !== date) return null
  if (parts[2] === undefined) return dateMeans === 'end' ? midnight + DAY : midnight
  const zone = parts[3] === undefined || parts[3].toUpperCase() === 'UTC' ? 'Z' : parts[3].toUpperCase()
  const time = Date.parse(`${date}T${parts[2].replace(',', '.')}${zone.replace(/^([+-]\d{2})(\d{2})$/, '$1:$2')}`)
  return Number.isNaN(time) ? null : time
}
