import { type IntentRow, type PositionRow, schema, type VenueOrderRow } from '@tradeloom/database'
import { type ListedInstrument, type OrderChanges } from '@tradeloom/domain'
import { notionalProblem } from '@tradeloom/domain/orders'
import {
  type CancelPayload,
  type ChangePayload,
  type ClosePayload,
  isProtection,
  LINK_ENDED,
  type PlacePayload,
  type ProtectPayload,
  sentBefore,
  TOO_OLD,
} from '@tradeloom/trading'
import { and, eq, type SQL } from 'drizzle-orm'
import { inLedger } from '../../trading-core/intents/in-ledger.ts'
import type { IntentGateway, VenueAnswer, VenueBooking } from '../../trading-core/intents/intent-gateway.ts'
import { AccountMatcher, type MatcherParts } from './account-matcher.ts'
import { rejectedLevels } from './book-fills.ts'
import { isLive, isMatched, type OpenAccount } from './open-account.ts'
import { type Level, protectiveOrders, rejectedOrder } from './protective-orders.ts'
import { setLevels } from './refused-stops.ts'
import type { TickRow } from '@tradeloom/market-data/ticks'

const { positions, venueOrders } = schema

const LEVELS: readonly Level[] = ['stopLoss', 'takeProfit', 'trailingStop']
const CLOSED_ALREADY: VenueAnswer = { kind: 'REFUSED', reason: 'the position is closed already' }
/** Its stops are levels of positions, and no orders of their own. */
const KEEPS_STOPS: VenueAnswer = { kind: 'REFUSED', reason: 'the position keeps its stops' }
const ENDED_ALREADY: VenueAnswer = { kind: 'REFUSED', reason: 'the order has ended already' }

/** The venue of one paper account: it takes requests and keeps its book in tables. */
export class PaperVenue implements IntentGateway {
  /** A request can only arrive from the process that sends it. */
  readonly fenceMs = 0
  readonly matcher: AccountMatcher
  readonly #parts: MatcherParts

  constructor(parts: MatcherParts) {
    this.#parts = parts
    this.matcher = new AccountMatcher(parts)
  }

  /** Opens the account with the market of an order. */
  async prepare({ instrumentId }: IntentRow): Promise<void> {
    await this.matcher.orForget(() => this.matcher.include(instrumentId))
  }

  submit(intent: IntentRow): Promise<VenueAnswer> {
    // What has failed may be committed all the same.
    return this.matcher.orForget(() => this.#submit(intent))
  }

  async #submit(intent: IntentRow): Promise<VenueAnswer> {
    const { payload } = intent
    switch (payload.kind) {
      case 'PLACE':
        return this.#place(intent, payload)
      case 'CLOSE':
        return this.#close(intent, payload)
      case 'PROTECT':
        return isProtection(payload) ? KEEPS_STOPS : this.#protect(intent, payload)
      case 'CHANGE':
        return this.#change(payload)
      case 'CANCEL':
        return this.#cancel(payload)
    }
  }

  /** What became of a request that was interrupted. What it has changed was committed at once, or not at all. */
  async find(intent: IntentRow): Promise<VenueAnswer | null> {
    const { db } = this.#parts
    const { payload } = intent
    switch (payload.kind) {
      case 'CHANGE': {
        const order = await this.#order(eq(venueOrders.intentId, payload.intentId))
        return order && hasAll(order, payload.changes) ? { kind: 'DONE' } : null
      }
      case 'CANCEL': {
        const order = await this.#order(eq(venueOrders.intentId, payload.intentId))
        if (order && isLive(order.status)) return null
        return order?.status === 'CANCELED' ? { kind: 'DONE' } : ENDED_ALREADY
      }
      case 'PROTECT': {
        if (isProtection(payload)) return KEEPS_STOPS
        const [position] = await db.select().from(positions).where(eq(positions.id, payload.positionId))
        if (!position || !hasAll(position, payload.changes)) return null
        const isRefused = LEVELS.some((level) => payload.changes[level] != null && isRejected(position, level))
        return isRefused ? { kind: 'REFUSED', reason: 'refused' } : { kind: 'DONE' }
      }
      default: {
        const order = await this.#order(eq(venueOrders.clientId, intent.clientId))
        if (!order) return null
        if (order.status === 'REJECTED') return { kind: 'REFUSED', reason: order.reason ?? 'refused' }
        return { kind: 'ACCEPTED', venueId: order.id }
      }
    }
  }

  async #order(isMeant: SQL): Promise<VenueOrderRow | undefined> {
    const { db, accountId } = this.#parts
    const [order] = await db
      .select()
      .from(venueOrders)
      .where(and(eq(venueOrders.accountId, accountId), isMeant))
    return order
  }

  async #place(intent: IntentRow, payload: PlacePayload): Promise<VenueAnswer> {
    const open = await this.matcher.include(payload.instrumentId)
    // The book may have taken long to open. Orders of sessions meet the price after their decision, however late.
    const isLate = intent.sessionId === null && this.#parts.now() > sentBefore(intent.decidedAt.getTime())
    if (isLate) return { kind: 'DROPPED', reason: TOO_OLD }
    const instrument = open?.instruments.get(payload.instrumentId)
    if (!open || !instrument) return { kind: 'REFUSED', reason: 'Instrument not available' }
    const problem = await this.#valueProblem(payload, instrument)
    if (problem !== null) return { kind: 'REFUSED', reason: problem }
    const { kind: _, expiry, linkedTo, attemptId: __, ...terms } = payload
    if (linkedTo !== undefined && !isLive(open.orders.get(linkedTo)?.status ?? ''))
      return { kind: 'DROPPED', reason: LINK_ENDED }
    if (linkedTo !== undefined) open.links.set(intent.id, linkedTo)
    return this.#accept(open, intent, { ...terms, expiry: expiry === null ? null : new Date(expiry) })
  }

  /** Sessions do not know the least value of an order at the venue whose prices these are. What reduces may be smaller. */
  async #valueProblem(
    { side, quantity, limitPrice, stopPrice, reduceOnly, instrumentId }: PlacePayload,
    instrument: ListedInstrument,
  ): Promise<string | null> {
    const last = reduceOnly ? null : await this.#parts.ticks.last(instrumentId)
    if (last === null) return null
    const price = limitPrice ?? stopPrice ?? (side === 'BUY' ? last.ask : last.bid)
    return notionalProblem(quantity, price, instrument)
  }

  async #close(intent: IntentRow, { positionId, quantity }: ClosePayload): Promise<VenueAnswer> {
    await this.matcher.advance()
    const { open } = this.matcher
    const position = open?.positions.get(positionId)
    if (!open || !position) return CLOSED_ALREADY
    return this.#accept(open, intent, {
      instrumentId: position.instrumentId,
      positionId,
      side: position.direction === 'LONG' ? 'SELL' : 'BUY',
      quantity: Math.min(quantity, position.quantity),
    })
  }

  /** Takes the order into the book of the venue, which is committed with its answer. It is matched after that. */
  async #accept(open: OpenAccount, intent: IntentRow, terms: Terms): Promise<VenueAnswer> {
    const { ticks, now, reach } = this.#parts
    const last = await ticks.last(terms.instrumentId)
    if (!last) return { kind: 'REFUSED', reason: 'No price' }
    const time = new Date(now())
    const { id: intentId, clientId, accountId, sessionId } = intent
    const matchedRow = rowFor(open, intent, last, terms.instrumentId)
    // One name from the request to the position that it opens: what shows it need not learn another.
    const named = { id: intentId, accountId, intentId, clientId }
    const order: VenueOrderRow = { ...MARKET_ORDER, ...terms, ...named, time, changedAt: time, matchedRow }
    reach('received-not-answered')
    const booking: VenueBooking = {
      entry: { kind: 'VENUE_ORDER', intentId, rows: [{ table: 'venue_orders', row: order }] },
      done: () => {
        // The market of another order was opened meanwhile: what is stored is read again, with this one.
        if (this.matcher.open !== open) return this.matcher.forget()
        open.orders.set(order.id, order)
        open.waiting.push(order)
        open.sessions.set(order.id, sessionId)
      },
    }
    return { kind: 'ACCEPTED', venueId: order.id, booking }
  }

  /** Commits what it has of an order alone, as where its answer is lost. */
  async book({ entry, done }: VenueBooking): Promise<void> {
    await this.matcher.orForget(() => inLedger(this.#parts, (_, ledger) => ledger.record(entry)))
    done()
  }

  async #protect(intent: IntentRow, { positionId, changes }: ProtectPayload): Promise<VenueAnswer> {
    await this.matcher.advance()
    const { open } = this.matcher
    const before = open?.positions.get(positionId)
    if (!open || !before) return CLOSED_ALREADY
    const answers = setLevels(open.book, positionId, changes)
    const inBook = open.book.position(positionId)
    // A change that is refused leaves the level that was there.
    const isKept = (level: Level): boolean => answers[level] != null && inBook?.[level] != null
    const levelOf = (level: Level): number | null => {
      if (isKept(level)) return inBook?.[level] ?? null
      return changes[level] === undefined ? before[level] : changes[level]
    }
    const kept = LEVELS.filter(isKept)
    const refused = { ...rejectedLevels(before), ...answers, ...Object.fromEntries(kept.map((level) => [level, null])) }
    const now = new Date(this.#parts.now())
    const position: PositionRow = {
      ...before,
      stopLoss: levelOf('stopLoss'),
      takeProfit: levelOf('takeProfit'),
      trailingStop: levelOf('trailingStop'),
      isStopLossRejected: refused.stopLoss != null,
      isTakeProfitRejected: refused.takeProfit != null,
      isTrailingStopRejected: refused.trailingStop != null,
    }
    const lacksStop = position.isStopLossRejected || position.isTrailingStopRejected
    const isProtected = (inBook?.stopLoss ?? inBook?.trailingStop ?? null) !== null
    const row = { ...position, unprotectedSince: lacksStop && !isProtected ? (before.unprotectedSince ?? now) : null }
    const rejected = kept.map((level) =>
      rejectedOrder(row, level, changes[level] ?? NaN, answers[level] ?? 'refused', now),
    )
    const guards = [...protectiveOrders(row, open.guards.get(positionId) ?? [], refused, now), ...rejected]
    const rows = [
      { table: 'positions', row } as const,
      ...guards.map((guard) => ({ table: 'venue_orders', row: guard }) as const),
    ]
    await this.matcher.commit(open, { kind: 'PROTECTED', intentId: intent.id, rows }, [
      { kind: 'position', id: positionId },
      ...guards.map(({ id }) => ({ kind: 'order', id }) as const),
    ])
    open.positions.set(positionId, row)
    const known = (open.guards.get(positionId) ?? []).filter(({ id }) => guards.every((guard) => guard.id !== id))
    open.guards.set(positionId, [...known, ...guards])
    const reason = Object.values(answers).find((why) => why !== null)
    return reason == null ? { kind: 'DONE' } : { kind: 'REFUSED', reason }
  }

  async #change({ intentId, changes }: ChangePayload): Promise<VenueAnswer> {
    const found = await this.#working(intentId)
    if (!found) return ENDED_ALREADY
    const { open, order } = found
    const { accepted, reason } = open.book.changeOrder(order.id, changes as OrderChanges)
    if (!accepted) return { kind: 'REFUSED', reason: reason ?? 'refused' }
    const row = { ...order, ...changes, changedAt: new Date(this.#parts.now()) }
    const rows = [{ table: 'venue_orders', row } as const]
    await this.matcher.commit(open, { kind: 'CHANGED', intentId, rows }, [{ kind: 'order', id: order.id }])
    open.orders.set(order.id, row)
    return { kind: 'DONE' }
  }

  async #cancel({ intentId }: CancelPayload): Promise<VenueAnswer> {
    const found = await this.#working(intentId)
    if (!found) return ENDED_ALREADY
    const { open, order } = found
    const { accepted, reason } = open.book.cancel(order.id)
    if (!accepted) return { kind: 'REFUSED', reason: reason ?? 'refused' }
    const last = await this.#parts.ticks.last(order.instrumentId)
    if (last) await this.matcher.settle(open, last)
    return { kind: 'DONE' }
  }

  async #working(intentId: string): Promise<{ open: OpenAccount; order: VenueOrderRow } | null> {
    await this.matcher.advance()
    const { open } = this.matcher
    const order = open && [...open.orders.values()].find((one) => one.intentId === intentId && isLive(one.status))
    if (!open || !order) return null
    this.matcher.enter(open, order)
    return { open, order }
  }
}

/** Whether a row has the values that a request wants. */
function hasAll(row: object, changes: ProtectPayload['changes'] | ChangePayload['changes']): boolean {
  const values = row as Readonly<Record<string, unknown>>
  return Object.entries(changes).every(([name, value]) => value === undefined || values[name] === value)
}

function isRejected(position: PositionRow, level: Level): boolean {
  return rejectedLevels(position)[level] != null
}

type Terms = Partial<VenueOrderRow> & Pick<VenueOrderRow, 'instrumentId' | 'side' | 'quantity'>

/**
 * The row after which an order is matched. Orders of sessions meet the row after that of their decision, as in a backtest;
 * those of a person meet the price that is there now.
 */
function rowFor(open: OpenAccount, { sessionId, rowNo }: IntentRow, last: TickRow, instrumentId: string): number {
  if (sessionId === null || rowNo === null) return last.sequence - 1
  const reached = isMatched(open, instrumentId) ? (open.cursors.get(instrumentId) ?? -1) : -1
  return Math.max(rowNo, reached)
}

const MARKET_ORDER = {
  type: 'MARKET',
  positionId: null,
  isProtective: false,
  filled: 0,
  average: null,
  limitPrice: null,
  stopPrice: null,
  isTriggered: false,
  isResting: false,
  timeInForce: 'GTC',
  expiry: null,
  postOnly: false,
  reduceOnly: false,
  stopLoss: null,
  takeProfit: null,
  trailingStop: null,
  stopLossDistance: null,
  takeProfitDistance: null,
  status: 'NEW',
  reason: null,
} as const satisfies Partial<VenueOrderRow>
