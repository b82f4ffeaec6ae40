import { type OrderAck, rejection } from '../../orders/order-ack.ts'
import type { SimulatedVenue } from './simulated-venue.ts'
import { goneBecause, idOf } from '../../orders/order-rules.ts'
import type { WorkingOrder } from '../../orders/working-order.ts'

/**
 * Links waiting orders: whichever is filled or ends first takes the others with it. With latency a link that is sent
 * together with its orders arrives together with them, before any of them meets a price.
 */
export function oneCancelsOther(venue: SimulatedVenue, targets: readonly unknown[]): OrderAck {
  // All ids first: reading one may call a getter of the script, which may cancel or link what was looked at before.
  const ids = targets.map(idOf)
  const orders: WorkingOrder[] = []
  for (const id of ids) {
    if (id === null) return rejection('oco needs orders or their ids')
    const order = venue.waiting.get(id)
    if (!order) return rejection(`there is no waiting order ${id}`)
    if (order.group) return rejection(`order ${id} belongs to a group already`)
    if (!orders.includes(order)) orders.push(order)
  }
  if (orders.length < 2) return rejection('oco needs at least two waiting orders')
  const execute = () => {
    for (const order of orders) {
      if (order.status !== 'NEW') return `order ${order.id}: ${goneBecause(order)}`
      if (order.group) return `order ${order.id} belongs to a group already`
    }
    venue.group(orders)
    return null
  }
  return venue.submit({ kind: 'LINK', orders, position: null, execute })
}
