import type { PlacePayload } from '@tradeloom/trading'
import type { OrderGateway } from '@tradeloom/venues'

const NO_STOPS = {
  stopLoss: null,
  takeProfit: null,
  trailingStop: null,
  stopLossDistance: null,
  takeProfitDistance: null,
}

/** An order as its venue takes it: what protects its position comes once there is one, where it takes no stops with orders. */
export function sentTerms(
  { takesStopsOnFill }: Pick<OrderGateway, 'takesStopsOnFill'>,
  terms: PlacePayload,
): PlacePayload {
  return takesStopsOnFill === true ? terms : { ...terms, ...NO_STOPS }
}
