import type { IntentRow } from '@tradeloom/database'
import { previewOrder } from '@tradeloom/domain/orders'
import type { Valuation } from './valuation.ts'

/**
 * The margin that orders take once they open their positions, at the newest prices, in the currency of the account. What is
 * filled is a position already, and what only reduces takes none.
 */
export async function ordersMargin(
  opening: readonly Pick<IntentRow, 'payload' | 'filled'>[],
  accountCurrency: string,
  valuation: Pick<Valuation, 'instrument' | 'price' | 'rate'>,
): Promise<number> {
  let sum = 0
  for (const { payload, filled } of opening) {
    if (payload.kind !== 'PLACE' || payload.reduceOnly) continue
    const instrument = await valuation.instrument(payload.instrumentId)
    const quote = instrument && (await valuation.price(instrument.id))
    if (!instrument || !quote) continue
    const conversion = await valuation.rate(instrument, accountCurrency)
    const order = { ...payload, quantity: payload.quantity - filled, price: payload.limitPrice ?? payload.stopPrice }
    sum += previewOrder(order, { quote, instrument, accountCurrency, conversion }).margin
  }
  return sum
}
