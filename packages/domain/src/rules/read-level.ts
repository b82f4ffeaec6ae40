import type { ListedInstrument } from '../listed-instrument.ts'
import type { Side } from '../order.ts'
import { inWords } from '../settings/units.ts'
import { tidy } from '../tidy.ts'
import type { Quote } from './order-rules.ts'
import { type DecimalSeparator, readNumber } from './read-order.ts'
import { roundToStep } from './steps.ts'

/** What an order wins or loses over a distance. */
export interface LevelMoney {
  readonly currency: string
  /** NaN while it is not known. */
  readonly quantity: number
  /** The currency for one unit of that in which the instrument settles; NaN while it is not known. */
  readonly conversion: number
}

export interface LevelField {
  readonly kind: 'stopLoss' | 'takeProfit' | 'trailingStop'
  /** Of the order that opens the position. */
  readonly side: Side
  readonly quote: Quote
  readonly instrument: Pick<ListedInstrument, 'pipSize' | 'quoteStep'>
  /** Null where an amount of money is not read as a distance. */
  readonly money?: LevelMoney | null
}

export interface LevelReading {
  readonly unit: 'pips' | 'price' | 'percent' | 'money'
  /** The unit; for a price, the side of the order that closes the position there. */
  readonly label: string
  /** NaN for money while its distance is not known. */
  readonly price: number
  /** Distance, in price, from where pips are counted. */
  readonly distance: number
  readonly pips: number
  /** To be shown, and to be confirmed before trading, where pips look like a price of the market. */
  readonly hint: string | null
}

/** Pips that would be a price within this part of the market might be meant as one. */
const LOOKS_LIKE_PRICE = 0.2

/** `unit`: empty for pips and prices, else a percent sign or a currency. */
export interface LevelText {
  readonly number: string
  readonly unit: string
}

export function splitLevel(text: string): LevelText {
  const [, number, percent, currency] = /^(.+?)(?:\s*(%)|\s+([A-Za-z]{3,5}))$/.exec(text.trim()) ?? []
  return { number: number ?? text.trim(), unit: percent ?? currency ?? '' }
}

/** NaN for what is not a number, whatever its unit. */
export function readLevelNumber(text: string, separator: DecimalSeparator = '.'): number {
  return readNumber(splitLevel(text).number, separator)
}

/** Whether a text of a level means that there is none: zero, negative numbers, and what is not a number. */
export function clearsLevel(text: string, separator: DecimalSeparator = '.'): boolean {
  return !(readLevelNumber(text, separator) > 0)
}

/**
 * Reads a level. With a percent sign it is a distance in parts of the price; with a currency, what the order loses at its
 * stop or wins at its target. A bare number is pips or a price: zero or one decimal digit means pips, two or more mean an
 * absolute price. Zero, negative numbers and other text clear the field (null). Distances of a stop loss and a target
 * count from the price at which the position opens (the ask of a long one), those of a trailing stop from the price that
 * triggers it (the bid). Between two price steps, stops move toward the market and targets away from it.
 */
export function readLevel(text: string, field: LevelField, separator: DecimalSeparator = '.'): LevelReading | null {
  if (clearsLevel(text, separator)) return null
  const { number, unit } = splitLevel(text)
  const value = readNumber(number, separator)
  const reference = referenceOf(field)
  if (unit === '%') return { unit: 'percent', label: '(%)', ...levelAt((reference * value) / 100, field) }
  if (unit !== '') return { unit: 'money', label: `(${unit})`, ...levelAt(distanceFor(value, unit, field), field) }
  const { pipSize } = field.instrument
  const decimals = /[.,](\d*)$/.exec(number)?.[1]?.length ?? 0
  if (decimals >= 2) {
    const label = field.side === 'BUY' ? '(SELL)' : '(BUY)'
    return { unit: 'price', label, price: value, ...distanceOf(value, field), hint: null }
  }
  const looksLikePrice = Math.abs(value - reference) <= LOOKS_LIKE_PRICE * reference
  const hint = looksLikePrice ? `Read as ${inWords(value)} pips. For the price type ${value.toFixed(2)}` : null
  return { unit: 'pips', label: '(pips)', ...levelAt(value * pipSize, field), pips: value, hint }
}

/** Where distances count from. */
function referenceOf({ kind, side, quote }: LevelField): number {
  return (side === 'BUY') === (kind === 'trailingStop') ? quote.bid : quote.ask
}

function levelAt(exactly: number, field: LevelField): Omit<LevelReading, 'unit' | 'label'> {
  const isBuy = field.side === 'BUY'
  const isAbove = isBuy === (field.kind === 'takeProfit')
  const exact = referenceOf(field) + (isAbove ? exactly : -exactly)
  const price = roundToStep(exact, field.instrument.quoteStep, isBuy ? 'up' : 'down')
  return { price, ...distanceOf(price, field), hint: null }
}

function distanceOf(price: number, field: LevelField): Pick<LevelReading, 'distance' | 'pips'> {
  const { pipSize, quoteStep } = field.instrument
  const distance = roundToStep(Math.abs(price - referenceOf(field)), quoteStep, 'nearest')
  return { distance, pips: tidy(distance / pipSize) }
}

function distanceFor(amount: number, currency: string, { money = null }: LevelField): number {
  if (money === null || money.currency.toUpperCase() !== currency.toUpperCase()) return NaN
  const distance = amount / (money.quantity * money.conversion)
  return Number.isFinite(distance) && distance > 0 ? distance : NaN
}
