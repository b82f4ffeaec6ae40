import type { PlacePayload } from '../intents/intent-payload.ts'

/** The stops that an order wants for the position that it opens. */
export function wantedLevels(
  order: Pick<PlacePayload, 'side' | 'stopLoss' | 'takeProfit' | 'stopLossDistance' | 'takeProfitDistance'>,
  openPrice: number,
): { readonly stopLoss: number | null; readonly takeProfit: number | null } {
  const sign = order.side === 'BUY' ? 1 : -1
  const at = (distance: number): number => Math.round((openPrice + sign * distance) * 1e10) / 1e10
  return {
    stopLoss: order.stopLossDistance === null ? order.stopLoss : at(-order.stopLossDistance),
    takeProfit: order.takeProfitDistance === null ? order.takeProfit : at(order.takeProfitDistance),
  }
}
