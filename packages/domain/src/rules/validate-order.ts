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
import { type CountedOrders, orderCountProblem } from './order-count-problem.ts'
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
  /** Whether the account is at a spot venue: a sale sells coins there, and opens no position. */
  readonly isSpot?: boolean
  /** UTC milliseconds. */
  readonly time: number
  /** `age`: milliseconds since the last message or heartbeat of its stream. */
  readonly price: (Quote & { readonly age: number }) | null
  /** Null where the margin is not known before the broker answers. */
  readonly account: (Pick<PreviewContext, 'accountCurrency' | 'conversion'> & { readonly available: number }) | null
  /** Orders of the instrument that the account has at its venue; omitted where that limits nothing. */
  readonly working?: CountedOrders
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

/** The price at which an order waits: its limit, else its stop; NaN while that is missing, null at the market. */
export function waitingPrice({ type, limitPrice, stopPrice }: WaitingTerms): number | null {
  const { executesAs, trigger } = ORDER_TYPES[type]
  if (executesAs === 'limit') return limitPrice ?? NaN
  return trigger === null ? null : (stopPrice ?? NaN)
}

type WaitingTerms = Pick<OrderDraft, 'type' | 'limitPrice' | 'stopPrice'>

/** What stops and targets are compared with: the market may be anywhere when an order that waits opens its position. */
export function levelQuote<Market extends Quote>(terms: WaitingTerms, market: Market): Quote {
  const level = waitingPrice(terms)
  return level === null ? market : { bid: level, ask: level }
}

/** The first reason not to send an order; null if there is none. */
export function validateOrder(draft: OrderDraft, circumstances: OrderCircumstances): OrderProblem | null {
  for (const problem of orderProblems(draft, circumstances)) return problem
  return null
}

/**
 * All reasons not to send an order, in the order of the checks. Where no order could be sent, that alone; where a quantity
 * or price is wrong, those: what follows from them would be wrong, too.
 */
export function* orderProblems(draft: OrderDraft, circumstances: OrderCircumstances): Generator<OrderProblem, void> {
  const { instrument, price, account, working } = circumstances
  const message = circumstancesProblem(circumstances) ?? typeProblem(draft, instrument)
  if (message !== null) yield { field: null, message }
  if (message !== null || instrument === null || price === null) return
  const { side, quantity, stopLoss, takeProfit, trailingStop } = draft
  const { executesAs, trigger } = ORDER_TYPES[draft.type]
  const limitPrice = executesAs === 'limit' ? (draft.limitPrice ?? NaN) : null
  const stopPrice = trigger === null ? null : (draft.stopPrice ?? NaN)
  const quote = levelQuote(draft, price)
  const isSale = circumstances.isSpot === true && side === 'SELL'
  const terms = foundIn([
    ['quantity', () => quantityProblem(quantity, instrument)],
    ['limitPrice', () => priceProblem(limitPrice)],
    ['stopPrice', () => priceProblem(stopPrice)],
  ])
  yield* terms
  if (terms.length > 0) return
  yield* foundIn([
    ['limitPrice', () => priceStepProblem(limitPrice, instrument)],
    ['stopPrice', () => priceStepProblem(stopPrice, instrument)],
    ['stopLoss', () => priceStepProblem(stopLoss, instrument)],
    ['takeProfit', () => priceStepProblem(takeProfit, instrument)],
    ...(isSale ? LEVELS.map((field): Check => [field, () => (draft[field] === null ? null : NOTHING_TO_PROTECT)]) : []),
    ['stopLoss', () => stopLossProblem(side, stopLoss, quote)],
    ['takeProfit', () => takeProfitProblem(side, takeProfit, quote)],
    ['trailingStop', () => trailingStopProblem(side, trailingStop, quote)],
    ['quantity', () => notionalProblem(quantity, side === 'BUY' ? quote.ask : quote.bid, instrument)],
    ['limitPrice', () => bandProblem(side, limitPrice, stopPrice, price)],
    [
      'quantity',
      () => {
        // Who sells coins needs those, and only the venue knows them.
        if (account === null || isSale) return null
        const order = { ...draft, price: waitingPrice(draft) }
        const { margin } = previewOrder(order, { ...account, quote: price, instrument })
        return margin <= account.available ? null : NOT_ENOUGH_MARGIN
      },
    ],
    [null, () => (working ? orderCountProblem(draft, working, instrument) : null)],
  ])
}

const LEVELS = ['stopLoss', 'takeProfit', 'trailingStop'] as const
const NOTHING_TO_PROTECT = 'A sale opens no position that a stop could protect'

type Check = readonly [field: OrderProblem['field'], check: () => string | null]

function foundIn(checks: readonly Check[]): OrderProblem[] {
  return checks.flatMap(([field, check]) => {
    const message = check()
    return message === null ? [] : [{ field, message }]
  })
}

/** Why no order could be sent now, whatever its terms. */
function circumstancesProblem(circumstances: OrderCircumstances): string | null {
  const { instrument, isConnected, isLoggedIn, price, time } = circumstances
  if (!isLoggedIn) return 'Please log in to trade'
  if (instrument === null) return 'Instrument not available'
  if (!isConnected) return 'Cannot open position - broker not connected'
  if (!isTradingOpen(instrument, time)) return `Trading ${instrument.displaySymbol} is closed`
  // Written so that NaN fails each check.
  if (price === null || !(price.bid > 0 && price.ask > 0)) return 'No price'
  return price.age <= maxPriceAge(instrument) ? null : 'No fresh price'
}

function typeProblem({ type }: OrderDraft, instrument: ListedInstrument | null): string | null {
  if (instrument?.orderTypes?.includes(type) !== false) return null
  return `${instrument.exchangeName} takes no ${type.toLowerCase().replace('_', ' ')} orders`
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
