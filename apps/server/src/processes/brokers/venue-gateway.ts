import { type IntentRow, readListings, schema } from '@tradeloom/database'
import { roundToStep } from '@tradeloom/domain'
import { type ChangePayload, type ClosePayload, closingOrder, type PlacePayload } from '@tradeloom/trading'
import type { OrderAnswer, OrderGateway, OrderReference, VenueOrder } from '@tradeloom/venues'
import { eq } from 'drizzle-orm'
import type { ReachCrashPoint } from '../../platform/intents/crash-points.ts'
import { inLedger, type LeasedAccount } from '../../platform/intents/in-ledger.ts'
import type { IntentGateway, VenueAnswer } from '../../platform/intents/intent-gateway.ts'
import { venueOrderRow } from './venue-order-row.ts'

const { intents, positions } = schema

const NO_STOPS: VenueAnswer = { kind: 'REFUSED', reason: 'this venue keeps no stops of positions; place a stop order' }

export interface VenueGatewayParts extends LeasedAccount {
  readonly gateway: OrderGateway
  readonly reach: ReachCrashPoint
}

/** Requests of one account on their way to its venue. */
export class VenueGateway implements IntentGateway {
  readonly fenceMs: number
  readonly #parts: VenueGatewayParts

  constructor(parts: VenueGatewayParts) {
    this.#parts = parts
    this.fenceMs = parts.gateway.fenceMs
  }

  async submit(intent: IntentRow): Promise<VenueAnswer> {
    const { gateway, reach } = this.#parts
    const { payload } = intent
    switch (payload.kind) {
      case 'PLACE':
        return this.#place(intent, payload)
      case 'CLOSE': {
        const order = await this.#closing(intent, payload)
        return typeof order === 'string' ? { kind: 'REFUSED', reason: order } : this.#place(intent, order)
      }
      case 'PROTECT':
        return NO_STOPS
      case 'CHANGE':
      case 'CANCEL': {
        const target = await this.#target(payload.intentId)
        const answer =
          payload.kind === 'CHANGE'
            ? await gateway.change(referenceOf(target), payload.changes)
            : await gateway.cancel(referenceOf(target))
        reach('received-not-answered')
        return answerOf(answer)
      }
    }
  }

  async find(intent: IntentRow): Promise<VenueAnswer | null> {
    const { gateway } = this.#parts
    const { payload } = intent
    if (payload.kind === 'PROTECT') return NO_STOPS
    const isChange = payload.kind === 'CHANGE' || payload.kind === 'CANCEL'
    const found = await gateway.lookUp(referenceOf(isChange ? await this.#target(payload.intentId) : intent))
    if (found.kind === 'NONE') return isChange ? { kind: 'REFUSED', reason: 'the venue does not have the order' } : null
    const { order } = found
    if (payload.kind === 'CANCEL') return cancellation(order)
    if (payload.kind === 'CHANGE') return hasChanged(order, payload.changes) ? { kind: 'DONE' } : null
    if (order.status === 'REJECTED') return { kind: 'REFUSED', reason: 'refused' }
    return { kind: 'ACCEPTED', venueId: order.venueId }
  }

  async #place(intent: IntentRow, order: PlacePayload): Promise<VenueAnswer> {
    const { gateway, reach, now, accountId } = this.#parts
    const answer = await gateway.place(referenceOf(intent), order)
    reach('received-not-answered')
    if (answer.kind !== 'ACCEPTED' || answer.venueId === null) return answerOf(answer)
    const { venueId } = answer
    await inLedger(this.#parts, async (tx, ledger) => {
      const stated = { ...order, clientId: intent.clientId, venueId, status: 'NEW', filled: 0, time: now() } as const
      const row = venueOrderRow(accountId, stated, intent, new Date(now()))
      const known = await tx.$count(schema.venueOrders, eq(schema.venueOrders.id, row.id))
      // The private stream may have been faster, and knows more.
      if (known > 0) return
      await ledger.record({ kind: 'VENUE_ORDER', intentId: intent.id, rows: [{ table: 'venue_orders', row }] })
    })
    return { kind: 'ACCEPTED', venueId }
  }

  /** The order that closes a position, or why there is none. */
  async #closing({ instrumentId }: IntentRow, { positionId, quantity }: ClosePayload): Promise<PlacePayload | string> {
    const { db } = this.#parts
    const [position] = await db.select().from(positions).where(eq(positions.id, positionId))
    if (position?.status !== 'OPEN') return 'the position is closed already'
    const listing = (await readListings(db)).find(({ id }) => id === instrumentId)
    const most = Math.min(quantity, position.quantity)
    // Fees that were paid in the coin itself leave fractions of a step.
    const whole = listing ? roundToStep(most, listing.lotSize, 'down') : most
    return closingOrder(instrumentId, position.direction, whole)
  }

  async #target(intentId: string): Promise<IntentRow> {
    const [target] = await this.#parts.db.select().from(intents).where(eq(intents.id, intentId))
    if (!target) throw new Error('The order of the request is not known')
    return target
  }
}

export function referenceOf({ instrumentId, clientId, cid, sentAt, decidedAt }: IntentRow): OrderReference {
  return { instrumentId, clientId, clientNumber: cid, sentAt: (sentAt ?? decidedAt).getTime() }
}

function answerOf(answer: OrderAnswer): VenueAnswer {
  if (answer.kind === 'UNKNOWN') throw new Error(answer.reason)
  if (answer.kind === 'REFUSED') return answer
  return answer.venueId === null ? { kind: 'DONE' } : { kind: 'ACCEPTED', venueId: answer.venueId }
}

function cancellation({ status }: VenueOrder): VenueAnswer | null {
  if (status === 'CANCELED') return { kind: 'DONE' }
  if (status === 'NEW' || status === 'PARTIALLY_FILLED') return null
  return { kind: 'REFUSED', reason: 'the order has ended already' }
}

function hasChanged(order: VenueOrder, { quantity, limitPrice, stopPrice }: ChangePayload['changes']): boolean {
  const wanted = { quantity, limitPrice, stopPrice }
  return Object.entries(wanted).every(
    ([name, value]) => value === undefined || order[name as keyof typeof wanted] === value,
  )
}
