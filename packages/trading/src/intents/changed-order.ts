import type { ChangePayload, PlacePayload } from './intent-payload.ts'

type Changes = ChangePayload['changes']

/** Why an order has no such terms to change; null if it has. */
export function changeProblem({ type, limitPrice, stopPrice }: PlacePayload, changes: Changes): string | null {
  if (type === 'MARKET') return 'a market order cannot be changed'
  if (changes.limitPrice !== undefined && limitPrice === null) return 'the order has no limit price'
  if (changes.stopPrice !== undefined && stopPrice === null) return 'the order has no stop price'
  return null
}

/** An order with changed terms. A level that was a distance becomes the price that is named. */
export function changedOrder(order: PlacePayload, changes: Changes): PlacePayload {
  const { quantity, limitPrice, stopPrice, stopLoss, takeProfit, trailingStop } = changes
  return {
    ...order,
    ...(quantity === undefined ? {} : { quantity }),
    ...(limitPrice === undefined ? {} : { limitPrice }),
    ...(stopPrice === undefined ? {} : { stopPrice }),
    ...(stopLoss === undefined ? {} : { stopLoss, stopLossDistance: null }),
    ...(takeProfit === undefined ? {} : { takeProfit, takeProfitDistance: null }),
    ...(trailingStop === undefined ? {} : { trailingStop }),
  }
}

/** Whether the order itself has other terms, and not only the position that it opens. */
export function changesOrder(before: PlacePayload, after: PlacePayload): boolean {
  return (
    before.quantity !== after.quantity || before.limitPrice !== after.limitPrice || before.stopPrice !== after.stopPrice
  )
}
