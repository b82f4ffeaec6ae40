import type { ExecutionPrices, VenueEvent } from '@tradeloom/domain'
import { hasEnded } from '@tradeloom/trading'
import type { IntentNews, NewsOfAccount } from './account-news.ts'
import { accountChanges } from './account-changes.ts'
import { type BookedChange, bookedChanges } from './booked-changes.ts'
import type { SessionOrders } from './session-orders.ts'
import type { StoredInput } from './stored-input.ts'

type EventInput = Extract<StoredInput, { kind: 'EVENT' }>

/** Where a session begins to hear of its account. */
export interface NewsStart {
  /** Trades of earlier starts. */
  readonly tradeIds: readonly string[]
  /** The newest entry of the journal of its account. */
  readonly journalN: number
}

/** What was booked, as events; not whole if the engine must hear of these before the rest can be told. */
interface BookedNews {
  readonly events: readonly EventInput[]
  readonly isWhole: boolean
}

/**
 * What has happened to the orders and positions of a session at its venue and was not told to it yet, as events for its
 * engine. Executions are told in the order in which they were booked: so the engine opens, reduces and closes the same
 * positions as the books.
 */
export class VenueNews {
  readonly #account: NewsOfAccount
  readonly #sessionId: string
  readonly #told = new Set<string>()
  /** Intents about which something may still be told. */
  readonly #open = new Set<string>()
  /** Everything up to this entry of the journal was told. */
  #journalN = 0

  constructor(account: NewsOfAccount, sessionId: string) {
    this.#account = account
    this.#sessionId = sessionId
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

  told({ source }: EventInput): void {
    this.#told.add(source)
    const [kind, id, state] = source.split(' ')
    if (kind === 'intent' && id !== undefined && hasEnded(state as IntentNews['state'])) this.#open.delete(id)
  }

  /**
   * In the order in which they are told; empty once there are none. `time`: of the session; nothing is told before it.
   * What concerns a position that one of them opens comes with the next call, by the number that the engine has given it.
   */
  async read(orders: SessionOrders, time: number): Promise<EventInput[]> {
    // States first: the fills of an ended order are there when its end is.
    const states = await this.#account.states([...this.#open])
    const { events: booked, isWhole } = await this.#booked(orders, time)
    const news: EventInput[] = []
    for (const intent of states) {
      if (!hasEnded(intent.state)) news.push(...this.#stateOf(intent, orders, time))
    }
    news.push(...booked)
    if (!isWhole) return news
    for (const intent of states) {
      if (!hasEnded(intent.state)) continue
      news.push(...this.#stateOf(intent, orders, time), ...this.#restOf(intent, orders, { booked, time }))
    }
    return news
  }

  #stateOf({ id, kind, state, reason }: IntentNews, orders: SessionOrders, time: number): EventInput[] {
    const source = `intent ${id} ${state}`
    const target = orders.target(id)
    if (this.#told.has(source) || !target) return []
    const event = stateEvent(state, target, { time, reason: reason ?? state.toLowerCase() })
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

  async #booked(orders: SessionOrders, now: number): Promise<BookedNews> {
    const { entries, upTo } = await this.#account.entries(this.#journalN)
    const events: EventInput[] = []
    /** Opened by these events: the engine has not numbered them yet. */
    const unnumbered = new Set<string>()
    for (const entry of entries) {
      for (const { source, positionId, eventOf: accountEvent } of accountChanges(entry)) {
        if (this.#told.has(source)) continue
        if (positionId !== null && unnumbered.has(positionId)) return { events, isWhole: false }
        const event = accountEvent(positionId === null ? null : orders.positionNumber(positionId), now)
        if (event) events.push({ kind: 'EVENT', source, event, isAttached: false, positionId })
      }
      const changes = bookedChanges(entry, this.#sessionId).flatMap((change) => {
        if (this.#told.has(change.source)) return []
        return this.#orderOf(change, orders) === null ? (change.each ?? [change]) : [change]
      })
      for (const change of changes) {
        const { source, positionId } = change
        if (this.#told.has(source)) continue
        const orderId = this.#orderOf(change, orders)
        const number = positionId === null ? null : orders.positionNumber(positionId)
        if (orderId === null && positionId !== null && unnumbered.has(positionId)) return { events, isWhole: false }
        const event = eventOf(change, { orderId, number, now })
        if (event === null) continue
        if (positionId !== null && number === null) unnumbered.add(positionId)
        events.push({ kind: 'EVENT', source, event, isAttached: false, positionId })
      }
      // The next call reads the others once more: some may not be told yet.
      if (events.length === 0) this.#journalN = entry.n
    }
    if (events.length === 0) this.#journalN = upTo
    return { events, isWhole: true }
  }

  /** The own order that an execution belongs to, as long as the engine waits for it. */
  #orderOf({ fill }: BookedChange, orders: SessionOrders): number | null {
    const orderId = fill?.intentId == null ? null : (orders.target(fill.intentId)?.orderId ?? null)
    return orderId !== null && orders.isOpen(orderId) ? orderId : null
  }
}

/** Null for the closing of a position that the engine does not have. */
function eventOf(
  { source, fill, isClosing, quantity, price, reason }: BookedChange,
  { orderId, number, now }: { readonly orderId: number | null; readonly number: number | null; readonly now: number },
): VenueEvent | null {
  const time = fill ? Math.max(now, new Date(fill.time).getTime()) : now
  const [tradeId, commission] = [fill?.tradeId ?? source, fill?.fee ?? 0]
  if (fill && orderId !== null) {
    const amounts = {
      price,
      quantity: fill.quantity,
      commission,
      ...(fill.received != null && { received: fill.received }),
    }
    return { kind: 'FILL', time, orderId, tradeId, ...amounts, ...pricesOf(fill), isMaker: fill.liquidity === 'maker' }
  }
  if (isClosing) {
    if (number === null) return null
    const terms = { price, quantity, commission, reason, ...pricesOf(fill) }
    return { kind: 'POSITION_CLOSE', time, positionId: number, tradeId, ...terms }
  }
  if (!fill) return null
  // An order that was taken for ended has opened it after all, or added to it.
  const direction = fill.side === 'BUY' ? 'LONG' : 'SHORT'
  const { instrumentId } = fill
  return { kind: 'ADJUST', time, tradeId: source, instrumentId, direction, positionId: number, quantity, price }
}

/** What the price of an execution is compared with, as far as it is known. */
function pricesOf(fill: BookedChange['fill']): ExecutionPrices {
  const { decisionMid, bid, ask } = fill ?? {}
  return {
    ...(decisionMid != null && { decisionMid }),
    ...(bid != null && ask != null && { quote: { bid, ask } }),
  }
}

const LESS_WAS_THERE = 'less was there than the script had'

function stateEvent(
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
