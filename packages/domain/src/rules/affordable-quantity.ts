import type { ListedInstrument } from '../listed-instrument.ts'
import { roundToStep } from './steps.ts'
import { type PreviewContext, type PreviewedOrder, previewOrder } from './preview-order.ts'
import { notionalProblem } from './validate-order.ts'

/** How much an order by hand is unless its trader says otherwise. */
export type QuantityRule =
  /** Of the equity, as margin with fee and spread. */
  | { readonly rule: 'percent'; readonly percent: number }
  /** The value of the order, in account currency. */
  | { readonly rule: 'value'; readonly value: number }

export const USUAL_QUANTITY: QuantityRule = { rule: 'percent', percent: 2 }
/** Fixed fees make the price of a unit depend on the quantity: that is settled in two or three rounds. */
const ROUNDS = 50
/** Where a market states no largest quantity. */
const MOST = 1e12

interface Funds {
  /** In account currency. */
  readonly equity: number
  readonly available: number
}

type Terms = Pick<PreviewedOrder, 'side' | 'price'>
type Context = PreviewContext & { readonly instrument: ListedInstrument }

/**
 * The largest quantity for which `money` pays margin, fee and spread, on the step of the instrument and within its limits.
 * `money`: in account currency. 0 if it pays for no order that the venue takes; NaN while the price is not known.
 */
export function affordableQuantity(money: number, order: Terms, context: Context): number {
  const { lotSize, maxQuantity } = context.instrument
  let quantity = Math.min(maxQuantity, MOST)
  for (let round = 0; round < ROUNDS; round++) {
    const needed = costOfOrder(quantity, order, context)
    if (Number.isNaN(needed)) return NaN
    if (needed <= money) return isTaken(quantity, order, context) ? quantity : 0
    // The same step again would never end.
    const next = roundToStep(Math.min((quantity * Math.max(money, 0)) / needed, quantity - lotSize), lotSize, 'down')
    if (!(next > 0)) return 0
    quantity = next
  }
  return 0
}

/**
 * The quantity of an order by hand that names none: what the rule says, as far as the account can pay for it, or the smallest
 * order that the venue takes where that is more. NaN while the price is not known.
 */
export function usualQuantity(
  { equity, available }: Funds,
  order: Terms,
  context: Context,
  rule: QuantityRule = USUAL_QUANTITY,
): number {
  const share = rule.rule === 'percent' ? (equity * rule.percent) / 100 : available
  const affordable = affordableQuantity(Math.min(share, available), order, context)
  const quantity =
    rule.rule === 'percent' ? affordable : Math.min(affordable, quantityOfValue(rule.value, order, context))
  return quantity === 0 ? smallestQuantity(order, context) : quantity
}

/** The quantity whose value is at most this, on the step; 0 where the venue takes none that small. */
function quantityOfValue(value: number, order: Terms, context: Context): number {
  const one = previewOrder({ ...order, quantity: 1, stopLoss: null, takeProfit: null }, context).value
  const quantity = roundToStep(value / one, context.instrument.lotSize, 'down')
  return Number.isNaN(quantity) || isTaken(quantity, order, context) ? quantity : 0
}

/** What an order costs at once, in account currency: margin, fee and spread. */
export function costOfOrder(quantity: number, order: Terms, context: PreviewContext): number {
  const { margin, immediateCost } = previewOrder({ ...order, quantity, stopLoss: null, takeProfit: null }, context)
  return margin + immediateCost
}

function smallestQuantity(order: Terms, { instrument, quote }: Context): number {
  const { contract, lotSize, minNotional, minQuantity } = instrument
  const price = contract === 'inverse' ? 1 : priceOf(order, quote)
  return Math.max(minQuantity, roundToStep((minNotional ?? 0) / price, lotSize, 'up'))
}

function isTaken(quantity: number, order: Terms, { instrument, quote }: Context): boolean {
  return quantity >= instrument.minQuantity && notionalProblem(quantity, priceOf(order, quote), instrument) === null
}

function priceOf({ side, price }: Terms, { bid, ask }: Context['quote']): number {
  return price ?? (side === 'BUY' ? ask : bid)
}
