import {
  AccountLedger,
  type Drizzle,
  type IntentRow,
  type LedgerEntry,
  type LedgerRow,
  MARGIN_ENTRY,
  type MarginNote,
  schema,
  type Transaction,
  type VenueOrderRow,
} from '@tradeloom/database'
import { withoutNoise } from '@tradeloom/domain'
import type { PaperBook, PaperEvent } from '@tradeloom/engine'
import { eq, inArray } from 'drizzle-orm'
import { wantedLevels } from '@tradeloom/trading'
import type { ReachCrashPoint } from '../../trading-core/intents/crash-points.ts'
import { LeaseLost } from '../../trading-core/intents/lease-lost.ts'
import { holdLease, type Lease } from '../../platform/leases/leases.ts'
import { FillBooking } from './book-fills.ts'
import { isLive, isMatched, type OpenAccount, openAccount } from './open-account.ts'
import { PaperAudit } from './paper-audit.ts'
import type { AccountChange } from './paper-messages.ts'
import type { RefusedLevels } from './protective-orders.ts'
import { paperOrder } from './stored-account.ts'
import { TICK_FLAGS, type TickRow } from '@tradeloom/market-data/ticks'
import type { TickSource } from '../../trading-core/prices/tick-source.ts'

const { intents, positions, venueOrders } = schema

/** Rows of the tick log that are no prices at which anything trades. */
const NO_PRICE = TICK_FLAGS.heartbeat | TICK_FLAGS.closed
const MAX_ROWS = 4_096

export interface MatcherParts {
  readonly db: Drizzle
  readonly accountId: string
  readonly userId: string
  readonly lease: Lease
  readonly ticks: TickSource
  readonly reach: ReachCrashPoint
  readonly now: () => number
  readonly onChange: (change: AccountChange) => void
}

type ChangeOfAccount = Pick<AccountChange, 'kind' | 'id'>

/**
 * Matches the orders and positions of one paper account with the tick log. What it holds in memory follows from tables
 * and log, so a restarted process continues at the row that it had reached.
 */
export class AccountMatcher {
  readonly #parts: MatcherParts
  readonly #audit: PaperAudit
  #open: OpenAccount | null = null

  constructor(parts: MatcherParts) {
    this.#parts = parts
    this.#audit = new PaperAudit(parts)
  }

  /** Null while nothing of the account is open. */
  get open(): OpenAccount | null {
    return this.#open
  }

  /** Matches what is open with the prices that have come since. */
  async advance(): Promise<void> {
    await this.orForget(async () => {
      const open = this.#open ?? (await this.#load(null))
      if (!open) return
      await this.#convert(open)
      for (const instrumentId of open.instruments.keys()) await this.#advanceOn(open, instrumentId)
      if (open.isLockStep) await this.checkpoint()
      if (![...open.instruments.keys()].some((id) => isMatched(open, id))) this.#open = null
    })
  }

  /** Opens the account with an instrument that it is about to trade, and brings it up to date. */
  async include(instrumentId: string): Promise<OpenAccount | null> {
    if (!this.#open?.instruments.has(instrumentId)) {
      await this.checkpoint()
      await this.#load(instrumentId)
    }
    const open = this.#open
    if (open) {
      await this.orForget(async () => {
        await this.#convert(open)
        for (const id of open.instruments.keys()) await this.#advanceOn(open, id)
      })
    }
    return this.#open
  }

  /** Writes how far prices were processed, so that a restart has less to repeat. */
  async checkpoint(): Promise<void> {
    const open = this.#open
    if (open) await this.inLedger((tx) => this.#writeProgress(tx, open))
  }

  /** Compares how positions are guarded with the book. */
  async audit(): Promise<void> {
    const open = this.#open ?? (await this.#load(null))
    await this.#audit.look(open, (work) => this.inLedger((tx) => work(tx)))
  }

  /** Takes an order into the book that waits for the next price: it can be changed and canceled before that comes. */
  enter(open: OpenAccount, order: VenueOrderRow): void {
    if (!open.waiting.includes(order)) return
    const { id, instrumentId, matchedRow } = order
    open.waiting = open.waiting.filter((one) => one !== order)
    open.unmet.add(id)
    open.cursors.set(instrumentId, open.cursors.get(instrumentId) ?? matchedRow)
    open.book.place(paperOrder(order, open.sessions.get(id) ?? null))
  }

  /** Commits what a request has changed in the book. */
  async commit(open: OpenAccount, entry: LedgerEntry, changes: readonly ChangeOfAccount[]): Promise<void> {
    const audited = this.#audit.entry(open, entry.rows)
    await this.orForget(() =>
      this.inLedger(async (tx, ledger) => {
        await ledger.record(entry)
        await this.#audit.write(tx, audited)
      }),
    )
    this.#audit.wrote(audited)
    this.#tell(open, changes)
  }

  /** Throws LeaseLost, with nothing written, if another process works on the account. */
  inLedger<Value>(work: (tx: Transaction, ledger: AccountLedger) => Promise<Value>): Promise<Value> {
    const { db, accountId, lease, now } = this.#parts
    return db.transaction(async (tx) => {
      if (!(await holdLease(tx, lease))) throw new LeaseLost()
      const ledger = await AccountLedger.open(tx, accountId, now)
      if (!ledger) throw new LeaseLost()
      return work(tx, ledger)
    })
  }

  /** Commits what a price, or a cancellation, has caused: fills, positions, balance and journal at once. */
  async settle(open: OpenAccount, tick: TickRow, first: readonly PaperEvent[] = []): Promise<void> {
    const events = [...first, ...open.book.drain()]
    const refused = setStops(open, events)
    events.push(...open.book.drain())
    const { isMarginCalled } = open.book
    const balance = withoutNoise(open.book.balance)
    const { changes, audited } = await this.orForget(() =>
      this.inLedger(async (tx, ledger) => {
        const booking = new FillBooking(await this.#context(tx, open, tick, refused))
        for (const event of events) booking.add(event)
        booking.finish()
        const account = { ...ledger.account, balance, isMarginCalled }
        const rows: LedgerRow[] = [...booking.rows, { table: 'accounts', row: account }]
        const kind = events.some((event) => event.kind !== 'ORDER') ? 'FILL' : 'ORDER'
        await ledger.record({ kind, intentId: booking.intentId, rows, note: { row: tick.sequence } })
        if (isMarginCalled !== open.isMarginCalled) {
          await ledger.record({ kind: MARGIN_ENTRY, rows: [], note: { isCalled: isMarginCalled } satisfies MarginNote })
        }
        const audited = this.#audit.entry(open, booking.rows)
        await this.#audit.write(tx, audited)
        await this.#writeProgress(tx, open)
        this.#parts.reach('fill-not-committed')
        return { changes: booking.changes, audited }
      }),
    )
    this.#audit.wrote(audited)
    open.isMarginCalled = isMarginCalled
    for (const [id, order] of open.orders) if (!isLive(order.status)) open.orders.delete(id)
    for (const [id, position] of open.positions) if (!isLive(position.status)) open.positions.delete(id)
    this.#tell(open, [...changes, { kind: 'balance', id: this.#parts.accountId }])
  }

  /** Each market has a price before anything is matched: margin depends on all of them. */
  async #load(wanted: string | null): Promise<OpenAccount | null> {
    const { db, accountId, ticks } = this.#parts
    await this.#audit.load()
    const open = await openAccount(db, accountId, wanted)
    if (open) await this.#convert(open)
    for (const instrumentId of open?.instruments.keys() ?? []) {
      const cursor = open?.cursors.get(instrumentId)
      const [reached] = cursor === undefined ? [] : await ticks.read(instrumentId, Math.max(0, cursor), 1)
      const row = reached ?? (await ticks.last(instrumentId))
      // What has met this price before, meets it once more: that changes nothing.
      if (row) open?.book.take(instrumentId, row)
    }
    this.#open = open
    return open
  }

  /** Money is converted at the newest prices, which leave the time of the account alone. */
  async #convert({ book, conversions }: OpenAccount): Promise<void> {
    for (const id of conversions) {
      const last = await this.#parts.ticks.last(id)
      if (last) book.take(id, { ...last, time: 0 })
    }
  }

  async #advanceOn(open: OpenAccount, instrumentId: string): Promise<void> {
    const { ticks } = this.#parts
    for (;;) {
      const waiting = open.waiting.filter((order) => order.instrumentId === instrumentId)
      const cursor = isMatched(open, instrumentId) ? (open.cursors.get(instrumentId) ?? Infinity) : Infinity
      const from = Math.min(cursor, ...waiting.map(({ matchedRow }) => matchedRow))
      if (from === Infinity) {
        // Nothing waits for its prices, but they may value the account.
        const last = await ticks.last(instrumentId)
        if (last) open.book.take(instrumentId, last)
        return
      }
      const rows = await ticks.read(instrumentId, from + 1, MAX_ROWS)
      for (const row of rows) await this.#take(open, instrumentId, row)
      if (rows.length < MAX_ROWS) return
    }
  }

  async #take(open: OpenAccount, instrumentId: string, row: TickRow): Promise<void> {
    if ((row.flags & NO_PRICE) !== 0) {
      open.cursors.set(instrumentId, row.sequence)
      return
    }
    const impossible = enter(open, instrumentId, row)
    open.cursors.set(instrumentId, row.sequence)
    open.book.take(instrumentId, row)
    for (const id of open.unmet) if (open.orders.get(id)?.instrumentId === instrumentId) open.unmet.delete(id)
    const isCallChanged = open.book.isMarginCalled !== open.isMarginCalled
    if (open.book.hasNews || isCallChanged || impossible.length > 0) await this.settle(open, row, impossible)
  }

  async #context(
    tx: Transaction,
    open: OpenAccount,
    tick: TickRow,
    refused: ReadonlyMap<string, RefusedLevels>,
  ): Promise<ConstructorParameters<typeof FillBooking>[0]> {
    const { accountId, now } = this.#parts
    const ids = [...open.orders.values()].map(({ intentId }) => intentId).filter((id) => id !== null)
    const found: IntentRow[] = ids.length === 0 ? [] : await tx.select().from(intents).where(inArray(intents.id, ids))
    return {
      ...open,
      accountId,
      refused,
      tick,
      intents: new Map(found.map((intent) => [intent.id, intent])),
      now: new Date(now()),
    }
  }

  async #writeProgress(tx: Transaction, open: OpenAccount): Promise<void> {
    const isWaiting = new Set([...open.waiting.map(({ id }) => id), ...open.unmet])
    for (const { id, instrumentId, status } of open.positions.values()) {
      const matchedRow = open.cursors.get(instrumentId)
      if (matchedRow === undefined || !isLive(status)) continue
      const trailingBest = open.book.position(id)?.best ?? null
      await tx.update(positions).set({ matchedRow, trailingBest }).where(eq(positions.id, id))
    }
    for (const { id, instrumentId, status } of open.orders.values()) {
      const matchedRow = open.cursors.get(instrumentId)
      if (matchedRow === undefined || !isLive(status) || isWaiting.has(id)) continue
      const isTriggered = open.book.orderState(id)?.isTriggered ?? false
      await tx.update(venueOrders).set({ matchedRow, isTriggered, isResting: true }).where(eq(venueOrders.id, id))
    }
  }

  /** After a failure the book may differ from what is stored, so it is read again. */
  async orForget<Value>(work: () => Promise<Value>): Promise<Value> {
    try {
      return await work()
    } catch (error) {
      this.#open = null
      throw error
    }
  }

  #tell({ userId }: OpenAccount, changes: readonly ChangeOfAccount[]): void {
    const { accountId, onChange } = this.#parts
    for (const change of changes) onChange({ userId, accountId, ...change })
  }
}

/** Orders that come before a row meet it. Returns the ends of those that the book cannot take. */
function enter(open: OpenAccount, instrumentId: string, { sequence, time }: TickRow): PaperEvent[] {
  const due = open.waiting.filter((order) => order.instrumentId === instrumentId && order.matchedRow < sequence)
  if (due.length === 0) return []
  open.waiting = open.waiting.filter((order) => !due.includes(order))
  return due.flatMap((order): PaperEvent[] => {
    const reason = open.book.place(paperOrder(order, open.sessions.get(order.id) ?? null))
    return reason === null
      ? []
      : [{ kind: 'ORDER', orderId: order.id, status: 'CANCELED', reason, time, liquidity: null }]
  })
}

/** Sets the stops of positions that persons' orders have opened; returns those that the market refuses. */
function setStops(open: OpenAccount, events: readonly PaperEvent[]): Map<string, RefusedLevels> {
  const refused = new Map<string, RefusedLevels>()
  for (const event of events) {
    if (event.kind !== 'OPENED') continue
    const order = open.orders.get(event.orderId)
    if (!order || (open.sessions.get(order.id) ?? null) !== null) continue
    refused.set(event.positionId, setLevels(open.book, event.positionId, wantedLevels(order, event.price)))
  }
  return refused
}

/** Each level on its own: a refused target leaves the stop. */
export function setLevels(
  book: PaperBook,
  positionId: string,
  levels: {
    readonly stopLoss?: number | null
    readonly takeProfit?: number | null
    readonly trailingStop?: number | null
  },
): RefusedLevels {
  const entries = Object.entries(levels).filter(([, level]) => level !== undefined)
  return Object.fromEntries(
    entries.map(([name, level]) => [name, book.changePosition(positionId, { [name]: level }).reason]),
  )
}
