import { parseExact, type Rounding } from '@tradeloom/domain'

/** An object of the venue. Fields that are not known are ignored, and words that are not known pass. */
export type Fields = Readonly<Record<string, unknown>>

export function fieldsOf(value: unknown): Fields {
  if (typeof value !== 'object' || value === null) throw new TypeError('An object of the venue is none')
  return value as Fields
}

export function rowsOf(value: unknown): readonly Fields[] {
  if (!Array.isArray(value)) throw new TypeError('A list of the venue is none')
  return value.map(fieldsOf)
}

export function textOf(value: unknown): string {
  if (typeof value !== 'string') throw new TypeError('A text of the venue is none')
  return value
}

/** `rounding`: where numbers have too few digits for it. */
export function decimalOf(value: unknown, rounding: Rounding = 'nearest'): number {
  const number = typeof value === 'string' ? parseExact(value, rounding) : NaN
  if (!Number.isFinite(number)) throw new TypeError('A decimal of the venue is none')
  return number
}

/** UTC milliseconds of a time with nanoseconds. */
export function timeOf(value: unknown): number {
  const time = typeof value === 'string' ? Date.parse(value) : NaN
  if (!Number.isFinite(time)) throw new TypeError('A time of the venue is none')
  return time
}
