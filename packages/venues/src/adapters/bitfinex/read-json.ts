import { parseExact, type Rounding } from '@tradeloom/domain'

/** A number as the venue has written it: its checksums are of that text, and amounts have more digits than doubles. */
export class Written {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/** An answer or a message whose numbers are as they were written. Throws for what is not JSON. */
export function readJson(text: string): unknown {
  const keep = (_: string, value: unknown, { source }: { readonly source?: string }): unknown =>
    typeof value === 'number' ? new Written(source ?? String(value)) : value
  return JSON.parse(text, keep as (this: unknown, key: string, value: unknown) => unknown)
}

export type Row = readonly unknown[]

/** A list may become longer: nothing is expected of its length. */
export function rowOf(value: unknown): Row {
  if (!Array.isArray(value)) throw new TypeError('A list of the venue is none')
  return value
}

export function rowsOf(value: unknown): readonly Row[] {
  return rowOf(value).map(rowOf)
}

export function writtenOf(value: unknown): string {
  if (!(value instanceof Written)) throw new TypeError('A number of the venue is none')
  return value.text
}

/** Where numbers have too few digits for it. */
export function decimalOf(value: unknown, rounding: Rounding = 'nearest'): number {
  // Some numbers come as text.
  const number = parseExact(typeof value === 'string' ? value : writtenOf(value), rounding)
  if (!Number.isFinite(number)) throw new TypeError('A number of the venue is none')
  return number
}

export function wholeOf(value: unknown): number {
  const number = Number(writtenOf(value))
  if (!Number.isSafeInteger(number)) throw new TypeError('A whole number of the venue is none')
  return number
}

export function textOf(value: unknown): string {
  if (typeof value !== 'string') throw new TypeError('A text of the venue is none')
  return value
}
