import { type IntentRow, schema } from '@tradeloom/database'
import {
  type CancelPayload,
  type ChangePayload,
  changedOrder,
  changeProblem,
  changesOrder,
  hasEnded,
  isProtection,
  type PlacePayload,
} from '@tradeloom/trading'
import type { TickRow } from '@tradeloom/market-data/ticks'
import type { OrderGateway, VenueOrder } from '@tradeloom/venues'
import { eq } from 'drizzle-orm'
import type { ReachCrashPoint } from '../../trading-core/intents/crash-points.ts'
import type { LeasedAccount } from '../../trading-core/intents/in-ledger.ts'
import type { VenueAnswer } from '../../trading-core/intents/intent-gateway.ts'
import { LeaseLost } from '../../trading-core/intents/lease-lost.ts'
import { referenceOf } from './order-reference.ts'
import { lastForm, type OrderForms, readForms, wholeOrder, withChange } from './order-forms.ts'
import { freshPrice, type PriceLog } from './price-log.ts'
import { sentTerms } from './sent-terms.ts'
import type { VenueLedger } from './venue-ledger.ts'

const { intents } = schema

const WORKING: ReadonlySet<VenueOrder['status']> = new Set(['NEW', 'PARTIALLY_FILLED'])
/** Between two attempts at canceling the same order. */
const FIRST_PAUSE_MS = 1_000
const MAX_PAUSE_MS = 30_000
const NO_PRICE = 'there is no fresh price to compare the order with, so nothing was changed'
const NOT_ANSWERED = 'an earlier change of the order has no answer yet'

export interface WorkingOrderParts extends LeasedAccount {
  readonly gateway: OrderGateway
  readonly ledger: VenueLedger
  readonly prices: PriceLog
  readonly reach: ReachCrashPoint
  /** Reads the executions of an instrument that were not told. */
  readonly readFills: (instrumentId: string) => Promise<void>
}

/** Changes and cancellations of orders that work at a venue, which has another order for each form of them. */
export class WorkingOrders {
  readonly #parts: WorkingOrderParts
  /** Cancellations that are sent again, by their ids. */
  readonly #again = new Map<string, { readonly nextAt: number; readonly pauseMs: number }>()

  constructor(parts: WorkingOrderParts) {
    this.#parts = parts
  }

  async change(intent: IntentRow, { intentId, changes }: ChangePayload): Promise<VenueAnswer> {
    const { db, gateway, ledger, reach } = this.#parts
    const target = await this.#target(intentId)
    const of = await readForms(db, target)
    const problem = targetProblem(target) ?? otherOpen(of, intent) ?? (of && changeProblem(lastForm(of).terms, changes))
    if (!of || problem !== null) return refused(problem ?? 'a market order cannot be changed')
    const { terms, intent: named } = lastForm(of)
    const after = changedOrder(terms, changes)
    // The position to come is a matter of the account alone.
    if (!changesOrder(terms, after)) return { kind: 'DONE' }
    const unfit = await this.#priceProblem(after)
    if (unfit !== null) return refused(unfit)
    if (!gateway.change) return refused('this venue changes no orders: cancel it, and place another one')
    const [replaced, replacement] = [referenceOf(named), referenceOf(intent)]
    const forms = { before: sentTerms(gateway, terms), after: sentTerms(gateway, after) }
    const answer = await gateway.change({ replaced, replacement, ...forms })
    reach('received-not-answered')
    if (answer.kind === 'UNKNOWN') throw new Error(answer.reason)
    if (answer.kind === 'REFUSED') {
      const { reason, canceled } = answer
      if (canceled) {
        await this.#readMissing(of, canceled)
        await ledger.order(canceled, { reason, refused: { ...intent, reason } })
      }
      return { kind: 'REFUSED', reason }
    }
    const { order } = answer
    await ledger.order(order)
    await this.#readMissing(withChange(of, { ...intent, venueId: order.venueId }), { ...order, filled: 0 })
    return { kind: 'DONE', venueId: order.venueId }
  }

  /** Of a change without an answer; null if the venue does not have the new form. */
  async findChange(intent: IntentRow, { intentId, changes }: ChangePayload): Promise<VenueAnswer | null> {
    const { db, gateway, ledger } = this.#parts
    const of = await readForms(db, await this.#target(intentId))
    const terms = of && lastForm(of).terms
    if (terms && !changesOrder(terms, changedOrder(terms, changes))) return { kind: 'DONE' }
    const found = await gateway.lookUp(referenceOf(intent))
    if (found.kind === 'NONE') return null
    await ledger.order(found.order)
    return { kind: 'DONE', venueId: found.order.venueId }
  }

  async cancel({ intentId }: CancelPayload): Promise<VenueAnswer> {
    const { gateway, ledger, reach } = this.#parts
    const target = await this.#target(intentId)
    const of = await this.#looked(target)
    const answer = await gateway.cancel(referenceOf(of ? lastForm(of).intent : target))
    reach('received-not-answered')
    // Whatever else it answers, the order says whether it is canceled; if not, it is sent again.
    if (answer.kind !== 'ACCEPTED') throw new Error(again(answer.reason))
    if (answer.order) {
      if (of) await this.#readMissing(of, answer.order)
      await ledger.order(answer.order)
    }
    return { kind: 'DONE' }
  }

  /**
   * What has become of a cancellation without an answer. It is sent again, less and less often, as long as its order works: it
   * never increases what an account risks. Throws while nobody knows which form works.
   */
  async cancelAgain({ id, reason }: IntentRow, payload: CancelPayload): Promise<VenueAnswer> {
    const target = await this.#target(payload.intentId)
    const { nextAt, pauseMs } = this.#again.get(id) ?? { nextAt: -Infinity, pauseMs: FIRST_PAUSE_MS }
    const later = { kind: 'UNANSWERED', reason: reason ?? '' } as const
    if (performance.now() < nextAt && !hasEnded(target.state)) return later
    const of = await this.#looked(target)
    if (of && of.open.length > 0) throw new Error(NOT_ANSWERED)
    const found = await this.#parts.gateway.lookUp(referenceOf(of ? lastForm(of).intent : target))
    if (found.kind === 'FOUND' && found.order.status === 'CANCELED') return this.#over(id, { kind: 'DONE' })
    if (found.kind === 'NONE' ? hasEnded(target.state) : !WORKING.has(found.order.status))
      return this.#over(id, refused('the order has ended already'))
    this.#again.set(id, { nextAt: performance.now() + pauseMs, pauseMs: Math.min(pauseMs * 2, MAX_PAUSE_MS) })
    // Whether it is there is found out by those who compare.
    if (found.kind === 'NONE') return later
    try {
      return this.#over(id, await this.cancel(payload))
    } catch (error) {
      if (error instanceof LeaseLost) throw error
      return { kind: 'UNANSWERED', reason: (error as Error).message }
    }
  }

  #over(id: string, answer: VenueAnswer): VenueAnswer {
    this.#again.delete(id)
    return answer
  }

  /** The forms of an order. A change without an answer is looked up first: what it may have placed is meant, too. */
  async #looked(target: IntentRow): Promise<OrderForms | null> {
    const { db, gateway, ledger } = this.#parts
    const of = await readForms(db, target)
    if (!of || of.open.length === 0) return of
    for (const change of of.open) {
      const found = await gateway.lookUp(referenceOf(change)).catch(() => null)
      if (found?.kind === 'FOUND') await ledger.order(found.order)
    }
    return readForms(db, target)
  }

  /** Reads executions of an order if more of it is filled than is booked. */
  async #readMissing(of: OrderForms, stated: VenueOrder): Promise<void> {
    const target = await this.#target(of.placed.id)
    if (wholeOrder(of, stated).filled > target.filled + 1e-9) await this.#parts.readFills(target.instrumentId)
  }

  /** What the venue would refuse only after it has canceled the order for it. */
  async #priceProblem({
    instrumentId,
    type,
    side,
    limitPrice,
    stopPrice,
    postOnly,
  }: PlacePayload): Promise<string | null> {
    const { prices, now } = this.#parts
    if (stopPrice === null && !(type === 'LIMIT' && postOnly)) return null
    const last = await freshPrice(prices, instrumentId, { now: now() })
    if (!last) return NO_PRICE
    const price = marketPrice(side, last)
    const isAbove = (value: number | null): boolean => value !== null && value > price
    if (stopPrice !== null && isAbove(stopPrice) !== (side === 'BUY'))
      return `the stop price has to be ${side === 'BUY' ? 'above' : 'below'} the price`
    if (
      type === 'LIMIT' &&
      postOnly &&
      limitPrice !== null &&
      (side === 'BUY' ? limitPrice >= price : limitPrice <= price)
    )
      return 'the order is post-only, and would be filled at once'
    return null
  }

  async #target(intentId: string): Promise<IntentRow> {
    const [target] = await this.#parts.db.select().from(intents).where(eq(intents.id, intentId))
    if (!target) throw new Error('The order of the request is unknown')
    return target
  }
}

function targetProblem({ state, payload }: IntentRow): string | null {
  if (isProtection(payload))
    return 'the order protects a position: change the stop loss or take profit of the position instead'
  if (hasEnded(state)) return 'the order has ended already'
  return state === 'WORKING' || state === 'PARTIAL' ? null : 'it is not yet confirmed whether the venue has the order'
}

function otherOpen(of: OrderForms | null, intent: IntentRow): string | null {
  return of?.open.some(({ id }) => id !== intent.id) ? NOT_ANSWERED : null
}

function marketPrice(side: PlacePayload['side'], { bid, ask }: TickRow): number {
  return side === 'BUY' ? ask : bid
}

function again(reason: string): string {
  return `The cancellation is sent again until it gets through: ${reason}`
}

function refused(reason: string): VenueAnswer {
  return { kind: 'REFUSED', reason }
}
