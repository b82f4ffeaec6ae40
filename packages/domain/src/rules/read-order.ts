import { decimalPlaces } from '../decimal-places.ts'
import type { Instrument } from '../instrument.ts'
import type { ListedInstrument } from '../listed-instrument.ts'
import type { Side } from '../order.ts'
import { inWords } from '../settings/units.ts'
import { tidy } from '../tidy.ts'
import type { Quote } from './order-rules.ts'
import { roundToStep } from './steps.ts'

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

/** Whether a text of a level means that there is none: zero, negative numbers, and what is not a number. */
export function clearsLevel(text: string, separator: DecimalSeparator = '.'): boolean {
  return !(readNumber(text, separator) > 0)
}

export interface LevelField {
  readonly kind: 'stopLoss' | 'takeProfit' | 'trailingStop'
  /** Of the order that opens the position. */
  readonly side: Side
  readonly quote: Quote
  readonly instrument: Pick<ListedInstrument, 'pipSize' | 'quoteStep'>
}

export interface LevelReading {
  readonly unit: 'pips' | 'price'
  /** For a price, the side of the order that closes the position there. */
  readonly label: '(pips)' | '(BUY)' | '(SELL)'
  readonly price: number
  /** Distance, in price, from where pips are counted. */
  readonly distance: number
  readonly pips: number
  /** To be shown, and to be confirmed before trading, where pips look like a price of the market. */
  readonly hint: string | null
}

/** Pips that would be a price within this part of the market might be meant as one. */
const LOOKS_LIKE_PRICE = 0.2

/**
 * Reads pips or a price: zero or one decimal digit means pips, two or more mean an absolute price. Zero, negative numbers
 * and other text clear the field (null). Pips of a stop loss and a target count from the price at which the position
 * opens (the ask of a long one), those of a trailing stop from the price that triggers it (the bid). Between two price
 * steps, stops move toward the market and targets away from it.
 */
export function readLevel(text: string, field: LevelField, separator: DecimalSeparator = '.'): LevelReading | null {
  if (clearsLevel(text, separator)) return null
  const value = readNumber(text, separator)
  const { kind, side, quote, instrument } = field
  const { pipSize, quoteStep } = instrument
  const isBuy = side === 'BUY'
  const reference = isBuy === (kind === 'trailingStop') ? quote.bid : quote.ask
  const decimals = /[.,](\d*)$/.exec(text.trim())?.[1]?.length ?? 0
  if (decimals >= 2) {
    const distance = roundToStep(Math.abs(value - reference), quoteStep, 'nearest')
    const label = isBuy ? '(SELL)' : '(BUY)'
    return { unit: 'price', label, price: value, distance, pips: tidy(distance / pipSize), hint: null }
  }
  const isAbove = isBuy === (kind === 'takeProfit')
  const exact = isAbove ? reference + value * pipSize : reference - value * pipSize
  const price = roundToStep(exact, quoteStep, isBuy ? 'up' : 'down')
  const distance = roundToStep(Math.abs(price - reference), quoteStep, 'nearest')
  const looksLikePrice = Math.abs(value - reference) <= LOOKS_LIKE_PRICE * reference
  const hint = looksLikePrice ? `Read as ${inWords(value)} pips. For the price type ${value.toFixed(2)}` : null
  return { unit: 'pips', label: '(pips)', price, distance, pips: value, hint }
}
