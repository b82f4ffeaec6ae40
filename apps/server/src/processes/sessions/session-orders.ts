import type { PlaceRequest, TradeRequest, VenueEvent } from '@tradeloom/domain'
import type { OpenedPosition } from '@tradeloom/engine'
import type { ClosePayload, IntentPayload, PlacePayload } from '@tradeloom/trading'
import { SessionFailed } from './session-answers.ts'
import type { StoredInput } from './stored-input.ts'

type EventInput = Extract<StoredInput, { kind: 'EVENT' }>

interface OpenOrder {
  readonly intentId: string
  readonly request: PlaceRequest
  left: number
  /** It was never told as ended. */
  isOpen: boolean
}

/** Rounding of a few sums, relative to the number. */
const NOISE = 1e-9

/** What an intent of the session concerns in the engine. */
export interface IntentTarget {
  readonly request: 'order' | 'change' | 'cancel'
  readonly orderId: number | null
  readonly positionId: number | null
}

/**
 * Translates between the engine's numbers of orders and positions and the names that the venue knows. Numbers are the
 * engine's to give: it says which position each event has opened, and parts that are closed take numbers, too. It is a
 * function of requests, inputs and answers, so a replay ends with the same one.
 */
export class SessionOrders {
  readonly #orders = new Map<number, OpenOrder>()
  readonly #positions = new Map<number, string>()
  readonly #numbers = new Map<string, number>()
  readonly #targets = new Map<string, IntentTarget>()
  readonly #groups: (readonly number[])[] = []
  /** By trade, for the events that the engine takes: the position that the books gave it to. */
  readonly #booked = new Map<string, string | null>()

  /** Null for what the venue has no part in. */
  payloadOf(request: TradeRequest): IntentPayload | null {
    switch (request.kind) {
      case 'PLACE':
        return request.closes === null ? placePayload(request) : this.#closePayload(request, request.closes)
      case 'CHANGE_ORDER':
        return { kind: 'CHANGE', intentId: this.#intentOf(request.orderId), changes: request.changes }
      case 'CHANGE_POSITION':
        return { kind: 'PROTECT', positionId: this.#positionOf(request.positionId), changes: request.changes }
      case 'CANCEL':
        return { kind: 'CANCEL', intentId: this.#intentOf(request.orderId) }
      case 'LINK':
        this.#groups.push(request.orderIds)
        return null
    }
  }

  /** An order that opens at market is on its way, or not answered yet. */
  get isOpeningOnItsWay(): boolean {
    return [...this.#orders.values()].some(({ request, isOpen }) => isOpen && isMarketOpening(request))
  }

  /** The request has become an intent. */
  sent(request: TradeRequest, intentId: string): void {
    if (request.kind === 'PLACE') {
      this.#orders.set(request.orderId, { intentId, request, left: request.quantity, isOpen: true })
      this.#targets.set(intentId, { request: 'order', orderId: request.orderId, positionId: null })
    } else if (request.kind === 'CHANGE_POSITION') {
      this.#targets.set(intentId, { request: 'change', orderId: null, positionId: request.positionId })
    } else if (request.kind !== 'LINK') {
      const kind = request.kind === 'CANCEL' ? 'cancel' : 'change'
      this.#targets.set(intentId, { request: kind, orderId: request.orderId, positionId: null })
    }
  }

  target(intentId: string): IntentTarget | null {
    return this.#targets.get(intentId) ?? null
  }

  /** The engine's number of a position; null if it does not have it. */
  positionNumber(positionId: string): number | null {
    return this.#numbers.get(positionId) ?? null
  }

  /** Whether the engine still waits for news of an order. */
  isOpen(orderId: number): boolean {
    return this.#orders.get(orderId)?.isOpen ?? false
  }

  /** Whether the engine still waits for a part of an order after it has heard of so much more. */
  isLacking(orderId: number, filled: number): boolean {
    const order = this.#orders.get(orderId)
    return order?.isOpen === true && order.left - filled > order.request.quantity * NOISE
  }

  /** Orders that may still be filled at the venue. */
  get openCount(): number {
    return [...this.#orders.values()].filter(({ isOpen }) => isOpen).length
  }

  get openPositionCount(): number {
    return this.#numbers.size
  }

  /** Takes what the engine is told. Returns what follows from it: an order of a group cancels the others. */
  told({ event, positionId }: EventInput): TradeRequest[] {
    switch (event.kind) {
      case 'FILL':
        return this.#filled(event, positionId)
      case 'REFUSED':
        return event.request === 'order' && event.orderId !== null ? this.#ended(event.orderId) : []
      case 'ENDED':
        return this.#ended(event.orderId)
      case 'ADJUST':
        this.#booked.set(event.tradeId, positionId)
        return []
      default:
        return []
    }
  }

  /** Takes the positions that the engine has opened for what it was told. Its requests name them from then on. */
  opened(opened: readonly OpenedPosition[]): void {
    for (const { positionId: number, tradeId } of opened) {
      const positionId = this.#booked.get(tradeId) ?? null
      if (positionId === null)
        throw new SessionFailed(`The books have no position for trade ${tradeId}, which opened one`)
      this.#positions.set(number, positionId)
      this.#numbers.set(positionId, number)
    }
    this.#booked.clear()
  }

  #filled(event: Extract<VenueEvent, { kind: 'FILL' }>, positionId: string | null): TradeRequest[] {
    this.#booked.set(event.tradeId, positionId)
    const order = this.#orders.get(event.orderId)
    if (!order?.isOpen) return []
    const { request } = order
    order.left -= event.quantity
    return order.left > request.quantity * NOISE ? this.#cancelOthers(event.orderId) : this.#ended(event.orderId)
  }

  #ended(orderId: number): TradeRequest[] {
    const order = this.#orders.get(orderId)
    if (!order?.isOpen) return []
    order.isOpen = false
    return this.#cancelOthers(orderId)
  }

  #cancelOthers(orderId: number): TradeRequest[] {
    const at = this.#groups.findIndex((group) => group.includes(orderId))
    if (at < 0) return []
    const [group] = this.#groups.splice(at, 1)
    const others = (group ?? []).filter((id) => id !== orderId && this.isOpen(id))
    return others.map((id) => ({ kind: 'CANCEL', orderId: id }))
  }

  #closePayload({ quantity }: PlaceRequest, position: number): ClosePayload {
    return { kind: 'CLOSE', positionId: this.#positionOf(position), quantity }
  }

  #positionOf(position: number): string {
    const id = this.#positions.get(position)
    if (id === undefined) throw new SessionFailed(`The session has no position ${position}`)
    return id
  }

  #intentOf(orderId: number): string {
    const order = this.#orders.get(orderId)
    if (!order) throw new SessionFailed(`The session has no order ${orderId}`)
    return order.intentId
  }
}

export function isMarketOpening({ type, closes, reduceOnly }: PlaceRequest): boolean {
  return type === 'MARKET' && closes === null && !reduceOnly
}

function placePayload({ orderId: _orderId, closes: _closes, ...terms }: PlaceRequest): PlacePayload {
  return terms
}
