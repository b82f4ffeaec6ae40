import type { MarketInstrument } from '@tradeloom/contracts'
import { ORDER_TYPES, type OrderType, type Side } from '@tradeloom/domain'
import {
  INVALID_NUMBER,
  type LevelMoney,
  levelQuote,
  type OrderDraft,
  type OrderProblem,
  type Quote,
  readBracket,
  type ReadBracket,
  readNumber,
} from '@tradeloom/domain/orders'
import { decimalSeparator } from '../../../ui/decimal-separator.ts'
import type { LevelKind } from '../../../entities/positions/level-input.tsx'

export const TICKET_TYPES = ['MARKET', 'LIMIT', 'STOP', 'STOP_LIMIT'] as const satisfies readonly OrderType[]

export type TicketField = 'quantity' | 'limitPrice' | 'stopPrice' | LevelKind

/** What is typed in the fields of a ticket. */
export type TicketTexts = Readonly<Record<TicketField, string>>

export interface TicketTerms {
  readonly side: Side
  readonly type: OrderType
  readonly texts: TicketTexts
}

interface ReadTicket {
  readonly draft: OrderDraft
  readonly readings: ReadBracket['readings']
  /** Fields whose text is not a number. */
  readonly problems: readonly OrderProblem[]
}

/** The types that the venue of an instrument takes. */
export function typesOf({ orderTypes }: Pick<MarketInstrument, 'orderTypes'>): readonly OrderType[] {
  return TICKET_TYPES.filter((type) => orderTypes?.includes(type) !== false)
}

/** The type itself where the venue takes it, else one that waits in the same way: never one that executes at once instead. */
export function nearestType(type: OrderType, instrument: Pick<MarketInstrument, 'orderTypes'>): OrderType {
  const taken = typesOf(instrument)
  if (taken.includes(type)) return type
  const { trigger } = ORDER_TYPES[type]
  return taken.find((other) => other !== 'MARKET' && ORDER_TYPES[other].trigger === trigger) ?? 'LIMIT'
}

/** What a type cannot be sent without. */
export function requiredFields(type: OrderType): readonly TicketField[] {
  const { executesAs, trigger } = ORDER_TYPES[type]
  return [
    'quantity',
    ...(executesAs === 'limit' ? (['limitPrice'] as const) : []),
    ...(trigger === null ? [] : (['stopPrice'] as const)),
  ]
}

/** The order that a ticket describes. Without a price, distances are not known. */
export function readTicket(
  { side, type, texts }: TicketTerms,
  price: Quote | undefined,
  instrument: Pick<MarketInstrument, 'pipSize' | 'quoteStep'>,
  money: Omit<LevelMoney, 'quantity'> | null,
): ReadTicket {
  const required = requiredFields(type)
  const separator = decimalSeparator()
  const numberOf = (field: TicketField): number => readNumber(texts[field], separator)
  const priceOf = (field: 'limitPrice' | 'stopPrice') => (required.includes(field) ? numberOf(field) : null)
  const terms = { type, limitPrice: priceOf('limitPrice'), stopPrice: priceOf('stopPrice') }
  const quantity = numberOf('quantity')
  const quote = price === undefined ? null : levelQuote(terms, price)
  const of = money === null ? null : { ...money, quantity }
  const { readings, levels, problems } = readBracket(texts, { side, quote, instrument, money: of }, separator)
  return {
    draft: { ...terms, ...levels, side, quantity },
    readings,
    problems: [
      ...required
        .filter((field) => Number.isNaN(numberOf(field)))
        .map((field) => ({ field, message: INVALID_NUMBER }) as const),
      ...problems,
    ],
  }
}
