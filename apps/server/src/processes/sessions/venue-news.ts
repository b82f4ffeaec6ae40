import { ADJUST_ENTRY, type Drizzle, type LostCoins, schema } from '@tradeloom/database'
import { CLOSE_REASONS, type CloseReason, type VenueEvent } from '@tradeloom/domain'
import { hasEnded } from '@tradeloom/trading'
import { and, asc, eq, gt, gte, inArray, lte } from 'drizzle-orm'
import type { SessionOrders } from './session-orders.ts'
import type { SessionRow } from './session-row.ts'
import type { StoredInput } from './stored-input.ts'

const { accountControl, fills, intents, journal, positions } = schema

type EventInput = Extract<StoredInput, { kind: 'EVENT' }>
type IntentNews = Pick<typeof intents.$inferSelect, 'id' | 'kind' | 'state' | 'reason'>

/** Fills are booked in the order of their account; those of several markets may differ by this much in time. */
const OVERLAP_MS = 24 * 3_600_000

/** Where a session begins to hear of its account. */
export interface NewsStart {
  /** Trades of earlier starts. */
  readonly tradeIds: readonly string[]
  /** The newest entry of the journal of its account. */
  readonly journalN: number
}

/**
 * What has happened to the orders and positions of a session at its venue and was not told to it yet, as events for its
 * engine.
 */
export class VenueNews {
  readonly #db: Drizzle
  readonly #sessionId: string
  readonly #accountId: string
  readonly #told = new Set<string>()
  /** Intents about which something may still be told. */
  readonly #open = new Set<string>()
  #newest = 0
  /** Entries of the journal up to this one were read. */
  #journalN = 0

  constructor(db: Drizzle, { id, brokerAccountId }: Pick<SessionRow, 'id' | 'brokerAccountId'>) {
    this.#db = db
    this.#sessionId = id
    this.#accountId = brokerAccountId
  }

  /** Intents that are not known to have ended. */
  get isWaiting(): boolean {
    return this.#open.size > 0
  }

  startAt({ tradeIds, journalN }: NewsStart): void {
    for (const id of tradeIds) this.#told.add(`fill ${id}`)
    this.#journalN = journalN
  }

  sent(intentId: string): void {
    this.#open.add(intentId)
  }

  told({ source, event }: EventInput): void {
    this.#told.add(source)
    const [kind, id, state] = source.split(' ')
    if (kind === 'fill') this.#newest = Math.max(this.#newest, event.time)
    else if (kind === 'intent' && id !== undefined && hasEnded(state as IntentNews['state'])) this.#open.delete(id)
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
    for (const intent of states) {
      if (!hasEnded(intent.state)) continue
      news.push(...this.#stateOf(intent, orders, time), ...this.#restOf(intent, orders, { booked, time }))
    }
    return [...news, ...(await this.#lost(orders, time))]
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

  /** The venue may have been asked for less than the script has: less was there. What is left of its order has ended. */
  #restOf(
    { id, state }: IntentNews,
    orders: SessionOrders,
    { booked, time: now }: { readonly booked: readonly EventInput[]; readonly time: number },
  ): EventInput[] {
    const orderId = orders.target(id)?.orderId ?? null
    if (state !== 'FILLED' || orderId === null) return []
    let [filled, time] = [0, now]
    for (const { event } of booked) {
      if (event.kind === 'FILL' && event.orderId === orderId) filled += event.quantity
      time = Math.max(time, event.time)
    }
    if (!orders.isLacking(orderId, filled)) return []
    const event = { kind: 'ENDED', time, orderId, status: 'CANCELED', reason: LESS_WAS_THERE } as const
    return [{ kind: 'EVENT', source: `intent ${id} ${state}`, event, isAttached: false, positionId: null }]
  }

  /** Parts of positions that are not at the venue any more, though nothing was traded. */
  async #lost(orders: SessionOrders, time: number): Promise<EventInput[]> {
    const isMine = eq(accountControl.accountId, this.#accountId)
    const [control] = await this.#db.select({ n: accountControl.journalN }).from(accountControl).where(isMine)
    const newest = control?.n ?? this.#journalN
    if (newest === this.#journalN) return []
    const entries = await this.#db
      .select({ n: journal.n, body: journal.body })
      .from(journal)
      .where(
        and(
          eq(journal.accountId, this.#accountId),
          gt(journal.n, this.#journalN),
          lte(journal.n, newest),
          eq(journal.kind, ADJUST_ENTRY),
        ),
      )
      .orderBy(asc(journal.n))
    const news: EventInput[] = []
    for (const { n, body } of entries) {
      const adjusted = JSON.parse(body) as AdjustBody
      const mine = adjusted.rows.filter(({ row }) => row.sessionId === this.#sessionId)
      // What has opened it is told first.
      if (mine.some(({ key }) => orders.positionNumber(key) === null)) return news
      news.push(...this.#lostIn(n, { ...adjusted, rows: mine }, orders, time))
      this.#journalN = n
    }
    this.#journalN = newest
    return news
  }

  #lostIn(n: number, { lost, rows }: AdjustBody, orders: SessionOrders, time: number): EventInput[] {
    return rows.flatMap(({ key, row: { openPrice: price } }): EventInput[] => {
      const source = `adjust ${n} ${key}`
      const positionId = orders.positionNumber(key)
      if (positionId === null || this.#told.has(source)) return []
      // Nobody knows what was paid for it: at the opening price nothing is gained or lost, as in the books.
      const terms = { tradeId: source, price, quantity: lost[key] ?? 0, commission: 0, reason: 'external' } as const
      const event: VenueEvent = { kind: 'POSITION_CLOSE', time, positionId, ...terms }
      return [{ kind: 'EVENT', source, event, isAttached: false, positionId: key }]
    })
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
      const { tradeId, price, quantity, received, fee: commission, positionId } = fill
      const time = Math.max(now, fill.time.getTime())
      const told = (event: VenueEvent): EventInput[] => [
        { kind: 'EVENT', source, event, isAttached: false, positionId },
      ]
      const orderId = sessionId === null || fill.intentId === null ? null : orders.target(fill.intentId)?.orderId
      if (orderId != null && orders.isOpen(orderId)) {
        const isMaker = fill.liquidity === 'maker'
        const amounts = { price, quantity, commission, ...(received === null ? {} : { received }) }
        return told({ kind: 'FILL', time, orderId, tradeId, ...amounts, isMaker })
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
      const opened = received ?? quantity
      return told({ kind: 'ADJUST', time, instrumentId: fill.instrumentId, direction, quantity: opened, price })
    })
  }
}

const LESS_WAS_THERE = 'less was there than the script had'

/** Of a journal entry that takes parts of positions away. */
type AdjustBody = Pick<LostCoins, 'lost'> & {
  readonly rows: readonly {
    readonly key: string
    readonly row: { readonly openPrice: number; readonly sessionId: string | null }
  }[]
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
