import type { ListedInstrument } from '../listed-instrument.ts'
import type { OrderType, Side } from '../order.ts'
import { tidy } from '../tidy.ts'
import type { Quote } from './order-rules.ts'
import { previewOrder, type PreviewContext } from './preview-order.ts'
import {
  type OrderCircumstances,
  type OrderDraft,
  type OrderProblem,
  validateOrder,
  waitingPrice,
} from './validate-order.ts'

/** A working order with the terms that it is to have: its quantity is that of the whole, with what is filled. */
export interface ChangedOrder {
  readonly draft: OrderDraft
  readonly filled: number
}

/**
 * The first reason not to give a working order these terms; null if there is none. The rules are those of a new order, and a
 * stop must not be where the market has been already. The margin is not looked at, which the account may know better.
 */
export function orderChangeProblem(
  { draft, filled }: ChangedOrder,
  circumstances: Omit<OrderCircumstances, 'account' | 'working'>,
): OrderProblem | null {
  if (draft.type === 'MARKET') return { field: null, message: 'A market order cannot be changed' }
  const problem = validateOrder(draft, { ...circumstances, account: null })
  if (problem !== null) return problem
  if (draft.quantity <= filled)
    return { field: 'quantity', message: 'As much as that is filled already: cancel the order instead' }
  const message = circumstances.price && passedStop(draft, circumstances.price)
  return message ? { field: 'stopPrice', message } : null
}

/** Whether an order that waits at its limit would be filled at once. */
export function executesAtOnce(
  { type, side, limitPrice }: { readonly type: OrderType; readonly side: Side; readonly limitPrice: number | null },
  { bid, ask }: Quote,
): boolean {
  if (type !== 'LIMIT' || limitPrice === null) return false
  return side === 'BUY' ? limitPrice >= ask : limitPrice <= bid
}

/** The margin for what is left of a working order, in account currency. */
export function restMargin(
  { draft, filled }: ChangedOrder,
  context: PreviewContext & { readonly instrument: ListedInstrument },
): number {
  const order = { ...draft, quantity: tidy(draft.quantity - filled), price: waitingPrice(draft) }
  return previewOrder(order, context).margin
}

function passedStop({ side, type, stopPrice }: OrderDraft, { bid, ask }: Quote): string | null {
  if ((type !== 'STOP' && type !== 'STOP_LIMIT') || stopPrice === null) return null
  if (side === 'BUY') return stopPrice > ask ? null : 'Stop price must be greater than ask price for buy orders'
  return stopPrice < bid ? null : 'Stop price must be less than bid price for sell orders'
}
