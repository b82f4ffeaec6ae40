import type { Transaction } from '@tradeloom/database'
import type { ListedInstrument } from '@tradeloom/domain'
import { NO_ORDERS, orderCountProblem } from '@tradeloom/domain/orders'
import type { PlacePayload } from '@tradeloom/trading'
import { countOrders, withProtections } from '../../trading-core/prices/count-orders.ts'

/** Why an order of a script, with the stop and the target that it brings, is one too many for its venue; null if it is not. */
export async function tooManyOrders(
  tx: Transaction,
  accountId: string,
  payload: PlacePayload,
  instrument: ListedInstrument,
): Promise<string | null> {
  const working = (await countOrders(tx, accountId)).get(payload.instrumentId) ?? NO_ORDERS
  // A script's orders open positions of their own, and replace no protections.
  const { replaceable } = NO_ORDERS
  return orderCountProblem(withProtections(payload), { ...working, replaceable }, instrument)
}
