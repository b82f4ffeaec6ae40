import type { MarketInstrument, TradingAccount } from '@tradeloom/contracts'
import { decimalPlaces } from '@tradeloom/domain'
import {
  affordableQuantity,
  type OrderCircumstances,
  type OrderDraft,
  type QuantityRule,
  usualQuantity,
  waitingPrice,
} from '@tradeloom/domain/orders'

/** What a new paper account has: visitors see what would be usual there. */
const PAPER_EQUITY = 10_000

/** An order without a price of its own, and without levels. */
export const AT_MARKET = {
  type: 'MARKET',
  limitPrice: null,
  stopPrice: null,
  stopLoss: null,
  takeProfit: null,
  trailingStop: null,
} as const

/** What decides how much an order can be. */
export interface OrderFunds {
  readonly account: Pick<TradingAccount, 'equity' | 'available'> | null
  readonly known: OrderCircumstances
}

/** A quantity as people type it: all its decimals, and no zeros behind them. */
export function quantityText(quantity: number, { lotSize }: Pick<MarketInstrument, 'lotSize'>): string {
  const text = quantity.toFixed(decimalPlaces(lotSize))
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text
}

/**
 * The largest quantity that goes with a part of what the account has available, 0 where none does; null while that is not
 * known, and for sales of coins, which need no margin.
 */
export function quantityOfShare(share: number, draft: OrderDraft, { account, known }: OrderFunds): number | null {
  const context = contextOf(known)
  if (context === null || account === null || (known.isSpot === true && draft.side === 'SELL')) return null
  const waiting = waitingPrice(draft)
  if (waiting !== null && !(waiting > 0)) return null
  const quantity = affordableQuantity(account.available * share, { side: draft.side, price: waiting }, context)
  return Number.isNaN(quantity) ? null : quantity
}

/** How much an order at the market is unless somebody says otherwise; null while that is not known. */
export function usualQuantityText({ account, known }: OrderFunds, rule: QuantityRule): string | null {
  const context = account === null ? visitorsContext(known) : contextOf(known)
  if (context === null) return null
  const funds = account ?? { equity: PAPER_EQUITY, available: PAPER_EQUITY }
  const quantity = usualQuantity(funds, { side: 'BUY', price: null }, context, rule)
  return Number.isNaN(quantity) ? null : quantityText(quantity, context.instrument)
}

/** Where there is no account, money is in the currency of the price. */
function visitorsContext({ instrument, price }: OrderCircumstances) {
  if (instrument === null || price === null || instrument.contract === 'inverse') return null
  return { instrument, quote: price, accountCurrency: instrument.quote, conversion: 1 }
}

function contextOf({ instrument, price, account }: OrderCircumstances) {
  return instrument === null || price === null || account === null ? null : { ...account, instrument, quote: price }
}
