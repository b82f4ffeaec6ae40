import { type Answer, refused } from '../../orders/order-ack.ts'
import type { Broker } from './simulated-venue.ts'
import { goneBecause, idOf } from '../../orders/order-rules.ts'

/** Cancels a waiting order. With latency it may be filled before the cancellation arrives. */
export function cancel(broker: Broker, target: unknown): Answer {
  const id = idOf(target)
  if (id === null) return refused('cancel needs an order or its id')
  const order = broker.waiting.get(id)
  if (!order) return refused(`there is no waiting order ${id}`)
  const carryOut = () => {
    // An order that has ended otherwise meanwhile is gone, as was wished.
    if (order.status === 'FILLED') return goneBecause(order)
    if (order.status === 'NEW') broker.end(order, 'CANCELED', null)
    return null
  }
  return broker.ask({ kind: 'CANCEL', orders: [order], position: null, carryOut })
}
