import { minus } from '@tradeloom/domain'
import { type BookedPosition, type ClosedPosition, closePosition } from '../positions/close-position.ts'
import { isAll } from '../positions/is-all.ts'

/** What is open in the books, of one account. */
export interface KeptPosition extends BookedPosition {
  readonly instrumentId: string
  readonly sessionId: string | null
}

/** A position of which so much was closed elsewhere: nobody knows at which price, so nothing is gained or lost but the costs. */
export function closeExternally<Position extends KeptPosition>(
  position: Position,
  quantity: number,
  {
    time,
    partId,
    step = 0,
  }: { readonly time: Date; readonly partId: string; /** Less than it cannot be traded. */ readonly step?: number },
): ClosedPosition<Position> {
  const isWhole = isAll(position.quantity, minus(position.quantity, quantity), step)
  const unpriced = { price: null, fee: 0, pipSize: 1, rate: 1 }
  const costs = { halfSpread: -position.openHalfSpread, slippage: -position.openSlippage }
  return closePosition(position, { ...unpriced, ...costs, quantity, isWhole, time, reason: 'external', partId })
}
