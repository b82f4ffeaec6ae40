import { type IntentRow, readListings, schema } from '@tradeloom/database'
import { type AccountModel, DUST, isDust, minus, plus, roundToStep } from '@tradeloom/domain'
import {
  type ClosePayload,
  closingOrder,
  type ProtectionPayload,
  hasEnded,
  INTENT_STATES,
  isProtection,
  LINK_ENDED,
  type PlacePayload,
  sentBefore,
} from '@tradeloom/trading'
import type { OrderAnswer, VenueOrder } from '@tradeloom/venues'
import { and, eq, inArray, sql } from 'drizzle-orm'
import { inLedger } from '../../trading-core/intents/in-ledger.ts'
import type { IntentGateway, VenueAnswer } from '../../trading-core/intents/intent-gateway.ts'
import { changeLevels } from './change-levels.ts'
import type { VenueLedgerParts } from './venue-ledger.ts'
import { venueOrderRow } from './venue-order-row.ts'
import { referenceOf } from './order-reference.ts'
import { sentTerms } from './sent-terms.ts'
import { WorkingOrders, type WorkingOrderParts } from './working-orders.ts'

const { intents, positions, venueOrders } = schema

type PlacedOrder = Omit<VenueOrder, 'clientId' | 'venueId' | 'status' | 'filled' | 'time'>

export interface OrderRouterParts extends WorkingOrderParts {
  readonly model: AccountModel
  /** Takes the orders at the venue away that protect a position, with whatever they have executed. */
  readonly withdraw: (positionId: string) => Promise<void>
  readonly onChange: VenueLedgerParts['onChange']
}

/** Requests of one account on their way to its venue. */
export class OrderRouter implements IntentGateway {
  readonly fenceMs: number
  readonly #parts: OrderRouterParts
  readonly #working: WorkingOrders

  constructor(parts: OrderRouterParts) {
    this.#parts = parts
    this.#working = new WorkingOrders(parts)
    // A process that was suspended may send the first byte that much after the claim.
    this.fenceMs = sentBefore(0) + parts.gateway.fenceMs
  }

  async submit(intent: IntentRow, partner: IntentRow | null, leaveBy = Infinity): Promise<VenueAnswer> {
    const { payload } = intent
    const until = Math.min(sentBefore(intent.decidedAt.getTime()), leaveBy)
    switch (payload.kind) {
      case 'PLACE':
        if (await this.#isLinkEnded(payload)) return { kind: 'DROPPED', reason: LINK_ENDED }
        return this.#place(intent, sentTerms(this.#parts.gateway, payload), until)
      case 'CLOSE': {
        const order = await this.#closing(intent, payload)
        // From its fence on others sell: what was taken away before may have taken long.
        const closed = sentBefore(intent.sentAt?.getTime() ?? 0)
        return typeof order === 'string' ? { kind: 'REFUSED', reason: order } : this.#place(intent, order, closed)
      }
      case 'PROTECT':
        if (!isProtection(payload)) return changeLevels(this.#parts, intent, payload)
        if (payload.guard === 'trailingStop') return this.#placeTrailing(intent, payload)
        return partner
          ? this.#placePair(intent, partner)
          : this.#place(intent, await this.#protectiveOrder(payload, intent))
      case 'CHANGE':
        return this.#working.change(intent, payload)
      case 'CANCEL':
        return this.#working.cancel(payload)
    }
  }

  async find(intent: IntentRow): Promise<VenueAnswer | null> {
    const { gateway } = this.#parts
    const { payload } = intent
    if (payload.kind === 'PROTECT' && !isProtection(payload)) return changeLevels(this.#parts, intent, payload)
    if (payload.kind === 'CHANGE') return this.#working.findChange(intent, payload)
    if (payload.kind === 'CANCEL') return this.#working.cancelAgain(intent, payload)
    const found = await gateway.lookUp(referenceOf(intent))
    if (found.kind === 'NONE') return null
    const { order } = found
    if (order.status === 'REJECTED') return { kind: 'REFUSED', reason: 'refused' }
    // One that has ended by now is in no list of open orders.
    await this.#noteStated(intent, order)
    return { kind: 'ACCEPTED', venueId: order.venueId }
  }

  async #isLinkEnded({ linkedTo }: PlacePayload): Promise<boolean> {
    if (linkedTo === undefined) return false
    const [first] = await this.#parts.db.select().from(intents).where(eq(intents.id, linkedTo))
    return !first || first.filled > 0 || hasEnded(first.state)
  }

  /** `until`: later than that it is not sent, wherever it has waited. */
  async #place(intent: IntentRow, order: PlacePayload, until?: number): Promise<VenueAnswer> {
    const { gateway, reach } = this.#parts
    const reference = { ...referenceOf(intent), ...(until === undefined ? {} : { until }) }
    const answer = await gateway.place(reference, order)
    reach('received-not-answered')
    return this.#answered(intent, answer, order)
  }

  /** A stop that the venue moves from now on. */
  async #placeTrailing(intent: IntentRow, protection: ProtectionPayload): Promise<VenueAnswer> {
    const { gateway, reach } = this.#parts
    if (!gateway.placeTrailing) return { kind: 'REFUSED', reason: 'this venue does not move trailing stops' }
    const { closes } = await this.#closingOf(protection, intent)
    const { side, quantity, price: distance } = protection
    const { instrumentId } = intent
    const stop = { instrumentId, side, quantity, distance, ...(closes === undefined ? {} : { closes }) }
    const answer = await gateway.placeTrailing(referenceOf(intent), stop)
    reach('received-not-answered')
    const stated = { instrumentId, side, quantity, trailingDistance: distance }
    return this.#answered(intent, answer, { ...stated, type: 'STOP', limitPrice: null, stopPrice: null })
  }

  async #answered(intent: IntentRow, answer: OrderAnswer, order: PlacedOrder): Promise<VenueAnswer> {
    if (answer.kind !== 'ACCEPTED' || answer.venueId === null) return answerOf(answer, intent)
    const { venueId, order: placed } = answer
    await (placed ? this.#noteStated(intent, placed) : this.#note(intent, order, venueId))
    return { kind: 'ACCEPTED', venueId }
  }

  /** A stop and a target of one position, of which one cancels the other. */
  async #placePair(first: IntentRow, second: IntentRow): Promise<VenueAnswer> {
    const { gateway, reach } = this.#parts
    const protections = [first, second].flatMap((intent) =>
      isProtection(intent.payload) ? [{ intent, ...intent.payload }] : [],
    )
    const takeProfit = protections.find(({ guard }) => guard === 'takeProfit')
    const stopLoss = protections.find(({ guard }) => guard === 'stopLoss')
    if (!takeProfit || !stopLoss || !gateway.placePair)
      return { kind: 'REFUSED', reason: 'this venue does not support linked orders' }
    const { side, quantity } = stopLoss
    const { closes } = await this.#protectiveOrder(stopLoss, first)
    const answer = await gateway.placePair({
      instrumentId: first.instrumentId,
      side,
      quantity,
      limitPrice: takeProfit.price,
      stopPrice: stopLoss.price,
      ...(closes === undefined ? {} : { closes }),
      takeProfit: referenceOf(takeProfit.intent),
      stopLoss: referenceOf(stopLoss.intent),
    })
    reach('received-not-answered')
    if (answer.kind !== 'ACCEPTED') return answerOf(answer, first)
    const idOf = ({ guard }: ProtectionPayload): string =>
      guard === 'stopLoss' ? answer.stopLossId : answer.takeProfitId
    for (const { intent, ...payload } of protections)
      await this.#note(intent, await this.#protectiveOrder(payload, intent), idOf(payload))
    const [venueId = '', partnerVenueId = ''] = protections.map(idOf)
    return { kind: 'ACCEPTED', venueId, partnerVenueId }
  }

  /** Writes down an order that the venue has accepted. The private stream may have been faster, and knows more. */
  async #note(intent: IntentRow, order: PlacedOrder, venueId: string): Promise<void> {
    const { now } = this.#parts
    const { clientId } = intent
    await this.#noteStated(intent, { ...order, clientId, venueId, status: 'NEW', filled: 0, time: now() })
  }

  async #noteStated(intent: IntentRow, stated: VenueOrder): Promise<void> {
    const { now, accountId, onChange } = this.#parts
    const noted = await inLedger(this.#parts, async (tx, ledger) => {
      const row = venueOrderRow(accountId, stated, intent, new Date(now()))
      const known = await tx.$count(venueOrders, eq(venueOrders.id, row.id))
      if (known > 0) return null
      await ledger.record({ kind: 'VENUE_ORDER', intentId: intent.id, rows: [{ table: 'venue_orders', row }] })
      return row.id
    })
    // Its owner may have been told that nothing is known of it, and the venue says nothing more.
    if (noted !== null) onChange('order', noted)
  }

  /** The order that closes a position, or why there is none: then its stop stays. */
  async #closing(intent: IntentRow, payload: ClosePayload): Promise<PlacePayload | string> {
    const before = await this.#orderThatCloses(intent, payload)
    if (typeof before === 'string') return before
    try {
      // What protects it ties up what is to be sold.
      await this.#parts.withdraw(payload.positionId)
    } catch {
      return 'the stop of the position could not be canceled, so the position was not closed'
    }
    return this.#orderThatCloses(intent, payload)
  }

  async #orderThatCloses({ id, instrumentId }: IntentRow, payload: ClosePayload): Promise<PlacePayload | string> {
    const { positionId, quantity } = payload
    const { db, gateway, model, prices } = this.#parts
    const closing = await this.#closingNow(positionId, id)
    const [position] = await db.select().from(positions).where(eq(positions.id, positionId))
    if (position?.status !== 'OPEN') return 'the position is closed already'
    const listing = (await readListings(db, [instrumentId]))[0]
    if (listing?.status === 'delisted') return 'the venue does not list its instrument any more'
    // More than the venue sells at once stays open, and can be closed with another order.
    const limit = (await gateway.maxMarketQuantity?.(instrumentId).catch(() => null)) ?? Infinity
    const most = Math.min(quantity, minus(position.quantity, closing), limit)
    // Fees that were paid in the coin itself leave fractions of a step.
    const whole = listing ? roundToStep(most, listing.lotSize, 'down') : most
    // Coins beyond those of the position are the user's own.
    if (!(whole > 0)) return closing > 0 ? 'the position is being closed already' : 'less than one step of it is left'
    const bid = (await prices.last(instrumentId))?.bid ?? position.openPrice
    if (model === 'spot' && listing && isDust(whole, bid, listing)) return DUST
    return closingOrder(model, position, whole)
  }

  async #protectiveOrder(protection: ProtectionPayload, intent: IntentRow): Promise<PlacePayload> {
    const { price } = protection
    const level =
      protection.guard === 'stopLoss' ? { type: 'STOP', stopPrice: price } : { type: 'LIMIT', limitPrice: price }
    return { ...(await this.#closingOf(protection, intent)), ...(level as Pick<PlacePayload, 'type'>) }
  }

  /** What only closes the position that an order protections. */
  async #closingOf(
    { positionId, side, quantity }: ProtectionPayload,
    { instrumentId }: IntentRow,
  ): Promise<PlacePayload> {
    const { db, model } = this.#parts
    const direction = side === 'SELL' ? 'LONG' : 'SHORT'
    const isNamed = model === 'hedging'
    const [position] = isNamed ? await db.select().from(positions).where(eq(positions.id, positionId)) : []
    return closingOrder(model, { instrumentId, direction, brokerId: position?.brokerId ?? '' }, quantity)
  }

  /** What other orders that close a position may still sell of it. */
  async #closingNow(positionId: string, without: string): Promise<number> {
    const { db, accountId } = this.#parts
    const unfinished = INTENT_STATES.filter((state) => !hasEnded(state) && state !== 'WRITTEN')
    const others = await db
      .select({ id: intents.id, filled: intents.filled, payload: intents.payload })
      .from(intents)
      .where(
        and(
          eq(intents.accountId, accountId),
          eq(intents.kind, 'CLOSE'),
          inArray(intents.state, unfinished),
          sql`${intents.payload}->>'positionId' = ${positionId}`,
        ),
      )
    return others
      .filter(({ id }) => id !== without)
      .reduce(
        (sum, { filled, payload }) => plus(sum, 'quantity' in payload ? minus(payload.quantity ?? 0, filled) : 0),
        0,
      )
  }
}

function answerOf(answer: OrderAnswer, { payload }: IntentRow): VenueAnswer {
  if (answer.kind === 'UNKNOWN') throw new Error(answer.reason)
  if (answer.kind === 'REFUSED') {
    const { reason, isForNow, isUnsent } = answer
    // A stop that is not taken at the moment was not refused: it is tried again.
    return { kind: isUnsent || (isForNow && isProtection(payload)) ? 'DROPPED' : 'REFUSED', reason }
  }
  return answer.venueId === null ? { kind: 'DONE' } : { kind: 'ACCEPTED', venueId: answer.venueId }
}
