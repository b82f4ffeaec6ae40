import type { RowIndex } from '@tradeloom/domain'

import type { OpenPosition } from '../../account/open-position.ts'
import { orNull } from '../../account/open-position.ts'
import type { Clock } from '../../market/clock.ts'
import type { MarketRows } from '../../market/market-rows.ts'
import { ACCEPTED, type OrderAck } from '../../orders/order-ack.ts'
import type { OrderRegistry } from '../../orders/order-registry.ts'
import { placeRequest } from '../../orders/place-request.ts'
import type { ChangeRequest, StopChanges, TradeRequest } from '../../orders/trade-request.ts'
import type { WorkingOrder } from '../../orders/working-order.ts'
import type { EventQueue, OutsideEvent } from '../../ports/event-queue.ts'
import type { Venue } from '../../ports/venue.ts'

/** The connection to the venue: requests leave through `send`, outcomes return as events. */
export interface VenueLink {
  readonly send: (request: TradeRequest) => void
  readonly events: EventQueue
}

export interface ExternalVenueParts {
  readonly link: VenueLink
  readonly clock: Clock
  readonly market: number
  readonly registry: OrderRegistry
  readonly apply: (event: OutsideEvent) => void
}

/**
 * An external venue. It matches nothing itself: orders stay new until an event reports their outcome, and the venue
 * manages the stops.
 */
export class ExternalVenue implements Venue {
  readonly levels = Float64Array.of(-Infinity, Infinity, -Infinity, Infinity)
  readonly hasPathDecided = false
  readonly #parts: ExternalVenueParts

  constructor(parts: ExternalVenueParts) {
    this.#parts = parts
  }

  get urgentFrom(): number {
    return this.#parts.link.events.next
  }

  /** Applies the events that arrived before the current price. */
  match(): void {
    const { link, clock, apply } = this.#parts
    while (link.events.next <= clock.time) {
      const event = link.events.take()
      if (event) apply(event)
    }
  }

  refresh(): void {
    // Nothing is due by time: the venue keeps its own.
  }

  finish(): void {
    this.match()
  }

  place(order: WorkingOrder): void {
    this.#parts.registry.waiting[this.#parts.market]?.set(order.id, order)
    this.#parts.link.send(placeRequest(order))
  }

  mayDependOnPath(): boolean {
    return false
  }

  choosePath(_rows: MarketRows, _row: RowIndex, isHighFirst: boolean): boolean {
    return isHighFirst
  }

  takesBare(): boolean {
    return false
  }

  takeBare(): void {
    throw new Error('A venue outside of the program takes whole orders')
  }

  submit(request: ChangeRequest): OrderAck {
    this.#parts.link.send(request)
    return ACCEPTED
  }

  end(order: WorkingOrder): void {
    this.#parts.link.send({ kind: 'CANCEL', orderId: order.id })
  }

  forget(): void {
    // Nothing of an order is kept here.
  }

  attach(position: OpenPosition): void {
    const { id, stopLoss, takeProfit, trailingStop } = position
    const hasStops = stopLoss === stopLoss || takeProfit === takeProfit || trailingStop === trailingStop
    if (!hasStops) return
    const stops = { stopLoss: orNull(stopLoss), takeProfit: orNull(takeProfit), trailingStop: orNull(trailingStop) }
    this.#parts.link.send({ kind: 'CHANGE_POSITION', positionId: id, changes: stops as StopChanges })
  }

  detach(): void {
    // Stops go with their position.
  }

  canLiquidate(): boolean {
    return false
  }

  liquidate(): void {
    // The venue does that by itself and reports it.
  }
}
