import type { AccountModel, Direction } from '@tradeloom/domain'
import type { PlacePayload } from './intent-payload.ts'

export interface ClosablePosition {
  readonly instrumentId: string
  readonly direction: Direction
  /** The venue's name for it. */
  readonly brokerId: string
}

/** The market order that closes a position, or a part of it. */
export function closingOrder(
  model: AccountModel,
  { instrumentId, direction, brokerId }: ClosablePosition,
  quantity: number,
): PlacePayload {
  return {
    kind: 'PLACE',
    instrumentId,
    type: 'MARKET',
    side: direction === 'LONG' ? 'SELL' : 'BUY',
    quantity,
    limitPrice: null,
    stopPrice: null,
    timeInForce: 'GTC',
    expiry: null,
    postOnly: false,
    reduceOnly: true,
    stopLoss: null,
    takeProfit: null,
    trailingStop: null,
    stopLossDistance: null,
    takeProfitDistance: null,
    // An opposite order would open another one there.
    ...(model === 'hedging' ? { closes: brokerId } : {}),
  }
}
