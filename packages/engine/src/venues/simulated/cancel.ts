import { type OrderAck, rejection } from '../../orders/order-ack.ts'
import type { SimulatedVenue } from './simulated-venue.ts'
import { goneBecause, idOf } from '../../orders/order-rules.ts'

/** Cancels a waiting order. With latency it may be filled before the cancellation arrives. */
export function cancel(venue: SimulatedVenue, target: unknown): OrderAck {
  const id = idOf(target)
  if (id === null) return rejection('cancel needs an order or its id')
  const order = venue.waiting.get(id)
  if (!order) return rejection(`there is no waiting order ${id}`)
  const execute = () => {
    // An order that has ended otherwise meanwhile is gone, as was wished.
    if (order.status === 'FILLED') return goneBecause(order)
    if (order.status === 'NEW') venue.end(order, 'CANCELED', null)
    return null
  }
  return venue.submit({ kind: 'CANCEL', orders: [order], position: null, execute })
}
