import type { MarketInstrument } from '@tradeloom/contracts'
import { ORDER_TYPES, type OrderType, type Side } from '@tradeloom/domain'
import {
  INVALID_NUMBER,
  type LevelReading,
  levelQuote,
  type OrderDraft,
  type OrderProblem,
  type Quote,
  readLevel,
  readNumber,
} from '@tradeloom/domain/orders'
import { decimalSeparator } from '../../../ui/decimal-separator.ts'
import { LEVEL_KINDS, type LevelKind } from '../../../entities/positions/level-input.tsx'

export const TICKET_TYPES = ['MARKET', 'LIMIT', 'STOP_LIMIT'] as const satisfies readonly OrderType[]
export type TicketType = (typeof TICKET_TYPES)[number]

export type TicketField = 'quantity' | 'limitPrice' | 'stopPrice' | LevelKind

/** What is typed in the fields of a ticket. */
export type TicketTexts = Readonly<Record<TicketField, string>>

export interface TicketTerms {
  readonly side: Side
  readonly type: TicketType
  readonly texts: TicketTexts
}

interface ReadTicket {
  readonly draft: OrderDraft
  /** Null where the text clears the field. */
  readonly readings: Readonly<Record<LevelKind, LevelReading | null>>
  /** Fields whose text is not a number. */
  readonly problems: readonly OrderProblem[]
}

/** What a type cannot be sent without. */
export function requiredFields(type: TicketType): readonly TicketField[] {
  const { executesAs, trigger } = ORDER_TYPES[type]
  return [
    'quantity',
    ...(executesAs === 'limit' ? (['limitPrice'] as const) : []),
    ...(trigger === null ? [] : (['stopPrice'] as const)),
  ]
}

/** The order that a ticket describes. Without a price, levels in pips are not known. */
export function readTicket(
  { side, type, texts }: TicketTerms,
  price: Quote | undefined,
  instrument: Pick<MarketInstrument, 'pipSize' | 'quoteStep'>,
): ReadTicket {
  const required = requiredFields(type)
  const separator = decimalSeparator()
  const numberOf = (field: TicketField): number => readNumber(texts[field], separator)
  const priceOf = (field: 'limitPrice' | 'stopPrice') => (required.includes(field) ? numberOf(field) : null)
  const terms = { type, limitPrice: priceOf('limitPrice'), stopPrice: priceOf('stopPrice') }
  const quote = price === undefined ? null : levelQuote(terms, price)
  const read = (kind: LevelKind) => {
    return quote === null || Number.isNaN(quote.bid)
      ? null
      : readLevel(texts[kind], { kind, side, quote, instrument }, separator)
  }
  const readings = { stopLoss: read('stopLoss'), takeProfit: read('takeProfit'), trailingStop: read('trailingStop') }
  const optional = LEVEL_KINDS.filter((kind) => texts[kind].trim() !== '')
  return {
    draft: {
      ...terms,
      side,
      quantity: numberOf('quantity'),
      stopLoss: readings.stopLoss?.price ?? null,
      takeProfit: readings.takeProfit?.price ?? null,
      trailingStop: readings.trailingStop?.distance ?? null,
    },
    readings,
    problems: [...required, ...optional]
      .filter((field) => Number.isNaN(numberOf(field)))
      .map((field) => ({ field, message: INVALID_NUMBER })),
  }
}
