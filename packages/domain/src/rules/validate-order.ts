import { isTradingOpen, type ListedInstrument } from '../listed-instrument.ts'
import { ORDER_TYPES, type OrderType, type Side } from '../order.ts'
import { tidy } from '../tidy.ts'
import { SECOND } from '../time/units.ts'
import {
  bandProblem,
  priceStepProblem,
  quantityProblem,
  type Quote,
  stopLossProblem,
  takeProfitProblem,
  trailingStopProblem,
} from './order-rules.ts'
import { NOT_ENOUGH_MARGIN, type PreviewContext, previewOrder } from './preview-order.ts'
import { INVALID_NUMBER } from './read-order.ts'

/**
 * An order to open a position. Numbers are NaN where the text was not a number; prices that its type does not have are
 * ignored.
 */
export interface OrderDraft {
  readonly side: Side
  readonly type: OrderType
  readonly quantity: number
  readonly limitPrice: number | null
  readonly stopPrice: number | null
  readonly stopLoss: number | null
  readonly takeProfit: number | null
  /** A distance, in price. */
  readonly trailingStop: number | null
}

export interface OrderCircumstances {
  readonly isLoggedIn: boolean
  readonly instrument: ListedInstrument | null
  readonly isConnected: boolean
  /** UTC milliseconds. */
  readonly time: number
  /** `age`: milliseconds since the last message or heartbeat of its stream. */
  readonly price: (Quote & { readonly age: number }) | null
  /** Null where the margin is not known before the broker answers. */
  readonly account: (Pick<PreviewContext, 'accountCurrency' | 'conversion'> & { readonly available: number }) | null
}

export interface OrderProblem {
  /** What to change; null if the order is not at fault. */
  readonly field: Exclude<keyof OrderDraft, 'side' | 'type'> | null
  readonly message: string
}

/** A price may be this old when an order is sent on it. */
export function maxPriceAge({ product }: Pick<ListedInstrument, 'product'>): number {
  return product === 'Cryptocurrency' ? 10 * SECOND : 5 * SECOND
}

/** The first reason not to send an order; null if there is none. */
export function validateOrder(draft: OrderDraft, circumstances: OrderCircumstances): OrderProblem | null {
  const { instrument, isConnected, isLoggedIn, price, time, account } = circumstances
  if (!isLoggedIn) return { field: null, message: 'Please log in to trade' }
  if (instrument === null) return { field: null, message: 'Instrument not available' }
  if (!isConnected) return { field: null, message: 'Cannot open position - broker not connected' }
  if (!isTradingOpen(instrument, time)) return { field: null, message: `Trading ${instrument.displaySymbol} is closed` }
  // Written so that NaN fails each check.
  if (price === null || !(price.bid > 0 && price.ask > 0)) return { field: null, message: 'No price' }
  if (!(price.age <= maxPriceAge(instrument))) return { field: null, message: 'No fresh price' }
  const { side, quantity, stopLoss, takeProfit, trailingStop } = draft
  const { executesAs, trigger } = ORDER_TYPES[draft.type]
  const limitPrice = executesAs === 'limit' ? (draft.limitPrice ?? NaN) : null
  const stopPrice = trigger === null ? null : (draft.stopPrice ?? NaN)
  const level = limitPrice ?? stopPrice
  // Levels of a waiting order are compared with its own price: the market may be anywhere when it opens.
  const quote = level === null ? price : { bid: level, ask: level }
  const problems: readonly (readonly [OrderProblem['field'], () => string | null])[] = [
    ['quantity', () => quantityProblem(quantity, instrument)],
    ['limitPrice', () => priceProblem(limitPrice)],
    ['stopPrice', () => priceProblem(stopPrice)],
    ['limitPrice', () => priceStepProblem(limitPrice, instrument)],
    ['stopPrice', () => priceStepProblem(stopPrice, instrument)],
    ['stopLoss', () => priceStepProblem(stopLoss, instrument)],
    ['takeProfit', () => priceStepProblem(takeProfit, instrument)],
    ['stopLoss', () => stopLossProblem(side, stopLoss, quote)],
    ['takeProfit', () => takeProfitProblem(side, takeProfit, quote)],
    ['trailingStop', () => trailingStopProblem(side, trailingStop, quote)],
    ['quantity', () => notionalProblem(quantity, side === 'BUY' ? quote.ask : quote.bid, instrument)],
    ['limitPrice', () => bandProblem(side, limitPrice, stopPrice, price)],
    [
      'quantity',
      () => {
        if (account === null) return null
        const { margin } = previewOrder({ ...draft, price: level }, { ...account, quote: price, instrument })
        return margin <= account.available ? null : NOT_ENOUGH_MARGIN
      },
    ],
  ]
  for (const [field, check] of problems) {
    const message = check()
    if (message !== null) return { field, message }
  }
  return null
}

/** NaN: missing, or the text was not a number. */
function priceProblem(price: number | null): string | null {
  return price === null || price > 0 ? null : INVALID_NUMBER
}

/** Whether the order is worth less than the venue takes. */
export function notionalProblem(
  quantity: number,
  price: number,
  { contract, displaySymbol, minNotional, quote }: ListedInstrument,
): string | null {
  // A contract of inverse instruments is one unit of the quote currency.
  const notional = contract === 'inverse' ? quantity : tidy(quantity * price)
  if (minNotional === null || notional >= minNotional) return null
  return `Minimum order value for ${displaySymbol} is ${minNotional} ${quote}`
}
