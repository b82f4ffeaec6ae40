import { decimalPlaces } from '../decimal-places.ts'
import type { Instrument } from '../instrument.ts'

/** The trader's decimal separator; a point always counts as one. */
export type DecimalSeparator = '.' | ','

/** Digits, with one decimal point where the market trades fractions; NaN for anything else ('Invalid quantity'). */
export function readQuantity(
  text: string,
  { lotSize }: Pick<Instrument, 'lotSize'>,
  separator: DecimalSeparator = '.',
): number {
  const written = text.replace(separator, '.')
  const decimals = decimalPlaces(lotSize)
  const isQuantity = new RegExp(decimals === 0 ? '^\\d+$' : `^\\d+(?:\\.\\d{1,${decimals}})?$`).test(written)
  return isQuantity ? Number(written) : NaN
}

/** A field of a ticket; NaN for what is not a number ('Invalid number'). */
export function readNumber(text: string, separator: DecimalSeparator = '.'): number {
  const written = text.trim().replace(separator, '.')
  return /^-?(?:\d+\.?\d*|\.\d+)$/.test(written) ? Number(written) : NaN
}

export const INVALID_NUMBER = 'Invalid number'
