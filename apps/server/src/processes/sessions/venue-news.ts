import { type Drizzle, schema } from '@tradeloom/database'
import { CLOSE_REASONS, type CloseReason, type VenueEvent } from '@tradeloom/domain'
import { hasEnded } from '@tradeloom/trading'
import { and, asc, eq, gte, inArray } from 'drizzle-orm'
import type { SessionOrders } from './session-orders.ts'
import type { StoredInput } from './stored-input.ts'

const { fills, intents, positions } = schema

type EventInput = Extract<StoredInput, { kind: 'EVENT' }>
type IntentNews = Pick<typeof intents.$inferSelect, 'id' | 'kind' | 'state' | 'reason'>

/** Fills are booked in the order of their account; those of several markets may differ by this much in time. */
const OVERLAP_MS = 24 * 3_600_000

/**
 * What has happened to the orders and positions of a session at its venue and was not told to it yet, as events for its
 * engine.
 */
export class VenueNews {
  readonly #db: Drizzle
  readonly #sessionId: string
  readonly #told = new Set<string>()
  /** Intents about which something may still be told. */
  readonly #open = new Set<string>()
  #newest = 0

  constructor(db: Drizzle, sessionId: string) {
    this.#db = db
    this.#sessionId = sessionId
  }

  /** Intents that are not known to have ended. */
  get isWaiting(): boolean {
    return this.#open.size > 0
  }

  /** Trades of earlier starts. */
  skip(tradeIds: readonly string[]): void {
    for (const id of tradeIds) this.#told.add(`fill ${id}`)
  }

  sent(intentId: string): void {
    this.#open.add(intentId)
  }

  told({ source, event }: EventInput): void {
    this.#told.add(source)
    const [kind, id, state] = source.split(' ')
    if (kind === 'fill') this.#newest = Math.max(this.#newest, event.time)
    else if (id !== undefined && hasEnded(state as IntentNews['state'])) this.#open.delete(id)
  }

  /** In the order in which they are told. `time`: of the session; nothing is told before it. */
  async read(orders: SessionOrders, time: number): Promise<EventInput[]> {
    // States first: the fills of an ended order are there when its end is.
    const states = await this.#states()
    const booked = await this.#fills(orders, time)
    const news: EventInput[] = []
    for (const intent of states) {
      if (!hasEnded(intent.state)) news.push(...this.#stateOf(intent, orders, time))
    }
    news.push(...booked)
    for (const intent of states) if (hasEnded(intent.state)) news.push(...this.#stateOf(intent, orders, time))
    return news
  }

  async #states(): Promise<IntentNews[]> {
    if (this.#open.size === 0) return []
    const { id, kind, state, reason } = intents
    return this.#db
      .select({ id, kind, state, reason })
      .from(intents)
      .where(inArray(id, [...this.#open]))
      .orderBy(asc(id))
  }

  #stateOf({ id, kind, state, reason }: IntentNews, orders: SessionOrders, time: number): EventInput[] {
    const source = `intent ${id} ${state}`
    const target = orders.target(id)
    if (this.#told.has(source) || !target) return []
    const event = eventOf(state, target, { time, reason: reason ?? state.toLowerCase() })
    // A change or cancellation has no fills; what has been filled is told by its fills.
    if (event === null || (kind === 'CANCEL' && state === 'DONE')) {
      if (hasEnded(state)) this.#open.delete(id)
      return []
    }
    return [{ kind: 'EVENT', source, event, isAttached: false, positionId: null }]
  }

  async #fills(orders: SessionOrders, now: number): Promise<EventInput[]> {
    const rows = await this.#db
      .select({ fill: fills, positionReason: positions.closeReason, sessionId: intents.sessionId })
      .from(fills)
      .leftJoin(positions, eq(positions.id, fills.positionId))
      .leftJoin(intents, eq(intents.id, fills.intentId))
      .where(and(eq(fills.owner, this.#sessionId), gte(fills.time, new Date(this.#newest - OVERLAP_MS))))
      .orderBy(asc(fills.time), asc(fills.tradeId))
    return rows.flatMap(({ fill, positionReason, sessionId }): EventInput[] => {
      const source = `fill ${fill.tradeId}`
      if (this.#told.has(source)) return []
      const { tradeId, price, quantity, fee: commission, positionId } = fill
      const time = Math.max(now, fill.time.getTime())
      const told = (event: VenueEvent): EventInput[] => [
        { kind: 'EVENT', source, event, isAttached: false, positionId },
      ]
      const orderId = sessionId === null || fill.intentId === null ? null : orders.target(fill.intentId)?.orderId
      if (orderId != null && orders.isOpen(orderId)) {
        const isMaker = fill.liquidity === 'maker'
        return told({ kind: 'FILL', time, orderId, tradeId, price, quantity, commission, isMaker })
      }
      const position = positionId === null ? null : orders.positionNumber(positionId)
      if (position !== null) {
        const reason = closeReason(positionReason ?? fill.reason)
        return told({
          kind: 'POSITION_CLOSE',
          time,
          positionId: position,
          tradeId,
          price,
          quantity,
          commission,
          reason,
        })
      }
      // An order that was taken for ended has opened it after all.
      const direction = fill.side === 'BUY' ? 'LONG' : 'SHORT'
      return told({ kind: 'ADJUST', time, instrumentId: fill.instrumentId, direction, quantity, price })
    })
  }
}

function closeReason(stated: string | null): CloseReason {
  return CLOSE_REASONS.find((one) => one === stated && one !== 'script') ?? 'external'
}

function eventOf(
  state: IntentNews['state'],
  { request, orderId, positionId }: NonNullable<ReturnType<SessionOrders['target']>>,
  { time, reason }: { readonly time: number; readonly reason: string },
): VenueEvent | null {
  switch (state) {
    case 'WORKING':
      return request === 'order' ? { kind: 'ACCEPTED', time, request, orderId, positionId } : null
    case 'DONE':
      return request === 'change' ? { kind: 'ACCEPTED', time, request, orderId, positionId } : null
    case 'DENIED':
    case 'UNSENT':
    case 'ABSENT':
    case 'REJECTED':
      return { kind: 'REFUSED', time, request, orderId, positionId, reason }
    case 'UNKNOWN':
      return request === 'order' && orderId !== null ? { kind: 'UNKNOWN', time, orderId } : null
    case 'CANCELED':
    case 'EXPIRED':
      return orderId === null ? null : { kind: 'ENDED', time, orderId, status: state, reason }
    default:
      return null
  }
}
