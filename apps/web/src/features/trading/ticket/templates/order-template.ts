import type { MarketInstrument } from '@tradeloom/contracts'
import type { OrderTemplate } from '@tradeloom/contracts/order-templates'
import { ORDER_TYPES, type OrderType, roundToStep, type Side } from '@tradeloom/domain'
import {
  affordableQuantity,
  type LevelReading,
  type OrderCircumstances,
  type OrderDraft,
  quantityProblem,
  readNumber,
  splitLevel,
} from '@tradeloom/domain/orders'
import { decimalSeparator } from '../../../../ui/decimal-separator.ts'
import { formatPlain } from '../../../../ui/format.ts'
import { LEVEL_KINDS, type LevelKind } from '../../../../entities/positions/level-input.tsx'
import { toListed } from '../../entry/order-circumstances.ts'
import { quantityText } from '../../entry/order-funds.ts'
import { requiredFields, type TicketTexts, typesOf } from '../read-ticket.ts'

type PriceField = 'limitPrice' | 'stopPrice'
export type Distance = NonNullable<OrderTemplate['limitPrice']>
type Level = NonNullable<OrderTemplate['stopLoss']>

/** What a ticket holds. */
export interface TicketState {
  readonly draft: OrderDraft
  readonly readings: Readonly<Record<LevelKind, LevelReading | null>>
  readonly texts: TicketTexts
  readonly known: OrderCircumstances
  readonly linkedTo: string | null
}

/** What is chosen when a ticket is saved. */
export interface TemplateChoice {
  readonly id: string
  readonly name: string
  readonly hasSide: boolean
  readonly quantity: OrderTemplate['quantity']
  /** Of the distances that replace prices. */
  readonly unit: Distance['unit']
}

/** A template of what a ticket holds: prices become distances from where they are counted. */
export function templateOf(ticket: TicketState, choice: TemplateChoice, instrument: MarketInstrument): OrderTemplate {
  const { draft, readings, texts, linkedTo } = ticket
  const { id, name, hasSide, quantity, unit } = choice
  const priceOf = (field: PriceField): Distance | null => distanceOf(field, ticket, { unit, instrument })
  const levelOf = (kind: LevelKind): Level | null => levelFrom(texts[kind], readings[kind], draft, unit)
  return {
    id,
    name,
    type: draft.type,
    side: hasSide ? draft.side : null,
    quantity,
    limitPrice: priceOf('limitPrice'),
    stopPrice: priceOf('stopPrice'),
    stopLoss: levelOf('stopLoss'),
    takeProfit: levelOf('takeProfit'),
    trailingStop: levelOf('trailingStop'),
    isLinked: linkedTo !== null,
  }
}

interface Units {
  readonly unit: Distance['unit']
  readonly instrument: Pick<MarketInstrument, 'pipSize'>
}

function distanceOf(field: PriceField, { draft, known }: TicketState, { unit, instrument }: Units): Distance | null {
  const price = draft[field]
  const from = referenceOf(field, draft.type, draft.side, { price: known.price, stopPrice: draft.stopPrice })
  if (price === null || !(price > 0) || from === null) return null
  const distance = (price - from) * signOf(field, draft.side)
  return { value: unit === '%' ? rounded((distance / from) * 100, 2) : rounded(distance / instrument.pipSize, 1), unit }
}

/** Levels keep the unit in which they were typed; a price becomes a distance. */
function levelFrom(
  text: string,
  reading: LevelReading | null,
  draft: OrderDraft,
  unit: Distance['unit'],
): Level | null {
  const { number, unit: typed } = splitLevel(text)
  const value = readNumber(number, decimalSeparator())
  if (!(value > 0)) return null
  if (typed !== '') return { value, unit: typed.toUpperCase() }
  if (reading === null) return null
  const from = reading.price + (draft.side === 'BUY' ? 1 : -1) * reading.distance
  if (reading.unit === 'price' && unit === '%') {
    const percent = rounded((reading.distance / Math.abs(from)) * 100, 2)
    return percent > 0 ? { value: percent, unit } : null
  }
  return { value: Math.max(rounded(reading.pips, 1), 0.1), unit: '' }
}

interface FilledTicket {
  readonly type: OrderType | null
  readonly side: Side
  /** Fields without a text stay as they are. */
  readonly texts: Partial<TicketTexts>
  /** Why something of the template was left out. */
  readonly problems: readonly string[]
}

interface FillContext {
  readonly instrument: MarketInstrument
  readonly known: OrderCircumstances
  readonly equity: number | null
  /** Of the ticket. */
  readonly side: Side
}

/** What a ticket holds after a template was chosen for it, with what does not fit left out. */
export function fillTicket(template: OrderTemplate, context: FillContext): FilledTicket {
  const { instrument, known } = context
  const side = template.side ?? context.side
  const isTaken = typesOf(instrument).includes(template.type)
  const prices = isTaken ? pricesOf(template, side, context) : { texts: {}, price: null, problem: null }
  const quantity = quantityFor(template.quantity, side, prices.price, context)
  const hasNoStops = known.isSpot === true && side === 'SELL'
  const levels = LEVEL_KINDS.map((kind) => [kind, hasNoStops ? '' : levelText(template[kind])] as const)
  const isCut = hasNoStops && LEVEL_KINDS.some((kind) => template[kind] !== null)
  return {
    type: isTaken ? template.type : null,
    side,
    texts: { ...prices.texts, ...quantity.texts, ...(Object.fromEntries(levels) as Record<LevelKind, string>) },
    problems: [
      isTaken ? null : `${instrument.exchangeName} takes no ${inWords(template.type)} orders.`,
      prices.problem,
      quantity.problem,
      isCut ? 'A sale opens no position that a stop could protect.' : null,
    ].filter((text) => text !== null),
  }
}

interface FilledPrices {
  readonly texts: Partial<TicketTexts>
  /** At which the order waits; null at the market. */
  readonly price: number | null
  readonly problem: string | null
}

function pricesOf(template: OrderTemplate, side: Side, { instrument, known }: FillContext): FilledPrices {
  const texts: Record<PriceField, string> = { limitPrice: '', stopPrice: '' }
  let stopPrice: number | null = null
  let price: number | null = null
  let isUnknown = false
  for (const field of ['stopPrice', 'limitPrice'] as const) {
    const distance = requiredFields(template.type).includes(field) ? template[field] : null
    if (distance === null) continue
    const from = referenceOf(field, template.type, side, { price: known.price, stopPrice })
    if (from === null) {
      isUnknown = true
      continue
    }
    const { value, unit } = distance
    const away = unit === '%' ? (from * value) / 100 : value * instrument.pipSize
    price = roundToStep(from + away * signOf(field, side), instrument.quoteStep, 'nearest')
    if (field === 'stopPrice') stopPrice = price
    texts[field] = price > 0 ? price.toFixed(instrument.precision) : ''
  }
  return { texts, price, problem: isUnknown ? 'Without a price, its own prices are not known.' : null }
}

/** Where a price of an order is counted from: the limit of a stop limit order from its stop, others from the market. */
function referenceOf(
  field: PriceField,
  type: OrderType,
  side: Side,
  { price, stopPrice }: { readonly price: OrderCircumstances['price']; readonly stopPrice: number | null },
): number | null {
  if (field === 'limitPrice' && ORDER_TYPES[type].trigger !== null)
    return stopPrice !== null && stopPrice > 0 ? stopPrice : null
  return price === null ? null : side === 'BUY' ? price.ask : price.bid
}

/** A limit lies on the better side, a stop on the worse. */
function signOf(field: PriceField, side: Side): number {
  return (field === 'stopPrice') === (side === 'BUY') ? 1 : -1
}

function quantityFor(
  quantity: OrderTemplate['quantity'],
  side: Side,
  waiting: number | null,
  { instrument, known, equity }: FillContext,
): { readonly texts: Partial<TicketTexts>; readonly problem: string | null } {
  if (quantity === null) return { texts: {}, problem: null }
  const units = quantity.unit === 'units' ? quantity.value : sharedUnits(quantity.value, side, waiting, known, equity)
  if (units === null) return { texts: {}, problem: 'What its part of the equity pays for is not known.' }
  const problem =
    quantity.unit === 'equity' && units === 0
      ? `${quantity.value}% of the equity pays for less than the smallest order.`
      : quantityProblem(units, toListed(instrument))
  if (problem === null) return { texts: { quantity: quantityText(units, instrument) }, problem }
  return {
    texts: {},
    problem: quantity.unit === 'units' ? `Its quantity is ${formatPlain(units)}. ${problem}.` : problem,
  }
}

function sharedUnits(
  percent: number,
  side: Side,
  waiting: number | null,
  { instrument, price, account }: OrderCircumstances,
  equity: number | null,
): number | null {
  if (equity === null || instrument === null || price === null || account === null) return null
  const context = { instrument, quote: price, ...account }
  const units = affordableQuantity((equity * percent) / 100, { side, price: waiting }, context)
  return Number.isNaN(units) ? null : units
}

/** As it would be typed: pips have one decimal digit at most. */
function levelText(level: Level | null): string {
  if (level === null) return ''
  const { value, unit } = level
  if (unit === '') return formatPlain(value, 1).replaceAll(',', '')
  return unit === '%' ? `${value}%` : `${value} ${unit}`
}

/** `BUY LIMIT · 10% of the equity · limit 20 pips better · stop loss 50 USD`. */
export function summaryOf(template: OrderTemplate): string {
  const { side, type, quantity, limitPrice, stopPrice, isLinked } = template
  const levels = LEVEL_KINDS.map((kind) => named(LEVEL_WORDS[kind], distanceText(template[kind])))
  const units = quantity?.unit === 'equity' ? `${quantity.value}% of the equity` : formatPlain(quantity?.value)
  return [
    side === null ? type : `${side} ${type}`,
    quantity === null ? null : units,
    named('stop', sidedText(stopPrice, 'worse', 'better')),
    named('limit', sidedText(limitPrice, 'better', 'worse')),
    ...levels,
    isLinked ? 'linked' : null,
  ]
    .filter((part) => part !== null)
    .join(' · ')
}

const LEVEL_WORDS = { stopLoss: 'stop loss', takeProfit: 'take profit', trailingStop: 'trailing stop' } as const

function named(name: string, text: string | null): string | null {
  return text === null ? null : `${name} ${text}`
}

function distanceText(distance: { readonly value: number; readonly unit: string } | null): string | null {
  if (distance === null) return null
  const { value, unit } = distance
  return unit === '%' ? `${value}%` : `${formatPlain(value)} ${unit === '' ? 'pips' : unit}`
}

function sidedText(distance: Distance | null, above: string, below: string): string | null {
  if (distance === null) return null
  if (distance.value === 0) return 'at once'
  return `${distanceText({ ...distance, value: Math.abs(distance.value) })} ${distance.value > 0 ? above : below}`
}

function inWords(type: OrderType): string {
  return type.toLowerCase().replace('_', ' ')
}

function rounded(value: number, places: number): number {
  return Number(value.toFixed(places)) + 0
}
