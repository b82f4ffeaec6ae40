import type { ListedInstrument } from '../listed-instrument.ts'
import type { Side } from '../order.ts'
import { tidy } from '../tidy.ts'
import { commissionOf } from './commission-of.ts'
import type { Quote } from './order-rules.ts'

export interface PreviewedOrder {
  readonly side: Side
  readonly quantity: number
  /** Of a limit or stop order; null at the market. */
  readonly price: number | null
  readonly stopLoss: number | null
  /** A distance in price; protects like a stop loss, from the side of the market that triggers it. */
  readonly trailingStop?: number | null
  readonly takeProfit: number | null
}

export interface PreviewContext {
  readonly quote: Quote
  readonly instrument: Pick<
    ListedInstrument,
    'commission' | 'contract' | 'marginRate' | 'marginRatios' | 'pipSize' | 'positionCurrency'
  >
  readonly accountCurrency: string
  /**
   * The account currency for one unit of the currency in which the instrument settles, at mid: the quote currency, or the
   * base currency of inverse contracts (100,000,000 for XBt).
   */
  readonly conversion: number
}

/** Amounts in account currency. */
export interface OrderPreview {
  readonly spreadPips: number
  readonly value: number
  readonly fee: number
  readonly immediateCost: number
  readonly margin: number
  /** The loss at the stop loss or the trailing stop, whichever is hit first; null without one. */
  readonly risk: number | null
  /** The same with the fees of both orders. */
  readonly riskWithFees: number | null
  readonly gain: number | null
}

/** What an order would cost and risk. Nothing in it is rounded. */
export function previewOrder(order: PreviewedOrder, context: PreviewContext): OrderPreview {
  const { side, quantity, takeProfit } = order
  const { quote, instrument, accountCurrency, conversion } = context
  const { bid, ask } = quote
  const isInverse = instrument.contract === 'inverse'
  const valueAt = (price: number) => (isInverse ? quantity / price : quantity * price) * conversion
  // Losses of inverse contracts grow with the distance: priced at the entry, they would be too small.
  const rise = (from: number, to: number) =>
    (isInverse ? quantity / from - quantity / to : quantity * (to - from)) * conversion
  const profit = (from: number, to: number) => (side === 'BUY' ? rise(from, to) : -rise(from, to))
  const entry = order.price ?? (side === 'BUY' ? ask : bid)
  const stop = firstStop(order, { bid, ask })
  const value = valueAt(entry)
  // An order that rests at its price may pay less: this is what it costs at most.
  const feeOf = (traded: number) => commissionOf(instrument.commission, quantity, traded, false)
  const fee = feeOf(value)
  const risk = stop === null ? null : -profit(entry, stop)
  const marginRate = instrument.marginRatios[accountCurrency] ?? instrument.marginRate
  return {
    spreadPips: tidy((ask - bid) / instrument.pipSize),
    value,
    fee,
    immediateCost: rise(bid, ask) + fee,
    margin: (instrument.positionCurrency === accountCurrency ? quantity : value) * marginRate,
    risk,
    riskWithFees: risk === null || stop === null ? null : risk + fee + feeOf(valueAt(stop)),
    gain: takeProfit === null ? null : profit(entry, takeProfit),
  }
}

/** The stop that a market that goes the wrong way reaches first; null without one. */
function firstStop(order: PreviewedOrder, { bid, ask }: Quote): number | null {
  const { side, price, stopLoss, trailingStop = null } = order
  const sign = side === 'BUY' ? -1 : 1
  // It starts from the price at which the position would be closed, once it is open.
  const start = (side === 'BUY' ? bid : ask) + (price === null ? 0 : price - (side === 'BUY' ? ask : bid))
  const trailing = trailingStop === null ? null : start + sign * trailingStop
  if (stopLoss === null || trailing === null) return stopLoss ?? trailing
  return side === 'BUY' ? Math.max(stopLoss, trailing) : Math.min(stopLoss, trailing)
}

/** What the confirmation of an order warns of. It can be sent nevertheless, except without the margin. */
export function orderWarnings(
  { risk, margin }: Pick<OrderPreview, 'risk' | 'margin'>,
  { balance, available }: { readonly balance: number; readonly available: number },
): string[] {
  const warnings = [
    risk === null && 'A stop loss is recommended',
    risk !== null && !(risk <= balance) && 'Risking more than account balance',
    !(margin <= available) && NOT_ENOUGH_MARGIN,
  ]
  return warnings.filter((warning) => warning !== false)
}

export const NOT_ENOUGH_MARGIN = 'Not enough available margin'
