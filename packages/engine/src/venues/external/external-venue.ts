import {
  ACCEPTED,
  type ChangeRequest,
  type OrderAck,
  type StopChanges,
  type TradeRequest,
  type VenueEvent,
} from '@tradeloom/domain'

import type { MarketPositions } from '../../account/market-positions.ts'
import { type OpenPosition, orNull } from '../../positions/open-position.ts'
import type { PositionProtection } from '../../positions/position-protection.ts'
import type { OrderRegistry } from '../../account/order-registry.ts'
import type { WorkingOrder } from '../../orders/working-order.ts'
import type { Venue } from '../../ports/venue.ts'

export interface ExternalVenueParts {
  /** Takes requests as plain data; their outcomes return as events. */
  readonly send: (request: TradeRequest) => void
  readonly positions: MarketPositions
  readonly registry: OrderRegistry
  readonly apply: (event: VenueEvent) => void
}

/**
 * An external venue. It matches nothing itself: orders stay new until an event reports their outcome, and the venue
 * manages the stops.
 */
export class ExternalVenue implements Venue, PositionProtection {
  readonly levels = Float64Array.of(-Infinity, Infinity, -Infinity, Infinity)
  urgentFrom = Infinity
  /** Events to apply with the next price. */
  #attached: VenueEvent[] = []
  readonly #parts: ExternalVenueParts

  constructor(parts: ExternalVenueParts) {
    this.#parts = parts
  }

  /** Applies an event with the next price, before the script sees that price. */
  attachEvent(event: VenueEvent): void {
    this.#attached.push(event)
    this.urgentFrom = -Infinity
  }

  match(): void {
    const attached = this.#attached
    this.#attached = []
    this.urgentFrom = Infinity
    for (const event of attached) this.#parts.apply(event)
  }

  finish(): void {
    this.match()
  }

  place(order: WorkingOrder): void {
    const { registry, positions, send } = this.#parts
    registry.waiting[positions.market]?.set(order.id, order)
    order.isPlacing = true
    // A script that closes again before it hears of the first order sends no second one.
    const closed = order.closesWhole ? positions.open.get(order.closes) : undefined
    if (closed) closed.closing = true
    send(order.request())
  }

  submit(request: ChangeRequest): OrderAck {
    const { registry, positions, send } = this.#parts
    if (request.kind === 'CHANGE_ORDER') registry.find(request.orderId)?.sent(request.changes)
    if (request.kind === 'CHANGE_POSITION') positions.open.get(request.positionId)?.sent(request.changes)
    send(request)
    return ACCEPTED
  }

  cancel(orderId: number): OrderAck {
    const order = this.#parts.registry.find(orderId)
    if (order) order.cancelsSent += 1
    this.#parts.send({ kind: 'CANCEL', orderId })
    return ACCEPTED
  }

  attach({ id, stopLoss, takeProfit, trailingStop }: OpenPosition): void {
    const hasStops = stopLoss === stopLoss || takeProfit === takeProfit || trailingStop === trailingStop
    if (!hasStops) return
    const changes = { stopLoss: orNull(stopLoss), takeProfit: orNull(takeProfit), trailingStop: orNull(trailingStop) }
    this.submit({ kind: 'CHANGE_POSITION', positionId: id, changes: changes as StopChanges })
  }
}
