import {
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
import { type RefusedStop, withoutNoise } from '@tradeloom/domain'
import type { PaperEvent, PaperOrder } from '@tradeloom/engine'
import { eq, inArray } from 'drizzle-orm'
import type { ReachCrashPoint } from '../../trading-core/intents/crash-points.ts'
import { inLedger } from '../../trading-core/intents/in-ledger.ts'
import type { Lease } from '../../platform/leases/leases.ts'
import { FillBooking } from './book-fills.ts'
import type { RunningDrill } from '../../trading-core/prices/running-drill.ts'
import { isLive, isMatched, linkedFirst, type OpenAccount, openAccount } from './open-account.ts'
import { PaperAudit } from './paper-audit.ts'
import type { AccountChange } from './paper-messages.ts'
import { canceledRows, closingRow, type OpenedStops, openStops, withLinked } from './refused-stops.ts'
import { paperOrder } from './stored-account.ts'
import { writeProgress } from './write-progress.ts'
import { TICK_FLAGS, type TickRow } from '@tradeloom/market-data/ticks'
import type { TickSource } from '../../trading-core/prices/tick-source.ts'

const { intents, tradingAccounts } = schema

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
  /** What its owner practices now. */
  readonly drill?: () => RunningDrill | null
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

  /** What it holds in memory lacks something that is stored: it is read again. */
  forget(): void {
    this.#open = null
  }

  /** Matches what is open with the prices that have come since. */
  async advance(): Promise<void> {
    await this.orForget(async () => {
      let open: OpenAccount | null
      do {
        open = this.#open ?? (await this.#load(null))
        if (!open) return
      } while (!(await this.#advanceAll(open)))
      if (open.isLockStep) await this.checkpoint()
      if (![...open.instruments.keys()].some((id) => isMatched(open, id))) this.#open = null
    })
  }

  /** Opens the account with an instrument that it is about to trade, and brings it up to date. */
  async include(instrumentId: string): Promise<OpenAccount | null> {
    for (;;) {
      if (!this.#open?.instruments.has(instrumentId)) {
        await this.checkpoint()
        await this.#load(instrumentId)
      }
      const open = this.#open
      if (!open || (await this.orForget(() => this.#advanceAll(open)))) return this.#open
    }
  }

  /** False if the account has to be read again. */
  async #advanceAll(open: OpenAccount): Promise<boolean> {
    await this.#convert(open)
    for (const id of open.instruments.keys()) if (!(await this.#advanceOn(open, id))) return false
    return true
  }

  /** Writes how far prices were processed, so that a restart has less to repeat. */
  async checkpoint(): Promise<void> {
    const open = this.#open
    if (open) await inLedger(this.#parts, (tx) => writeProgress(tx, open))
  }

  /** Compares how positions are guarded with the book. */
  async audit(): Promise<void> {
    const open = this.#open ?? (await this.#load(null))
    await this.#audit.look(open, (work) => inLedger(this.#parts, (tx) => work(tx)))
  }

  /** Takes an order into the book that waits for the next price: it can be changed and canceled before that comes. */
  enter(open: OpenAccount, order: VenueOrderRow): void {
    if (!open.waiting.includes(order)) return
    const first = linkedFirst(open, order)
    if (first) this.enter(open, first)
    const { id, instrumentId, matchedRow } = order
    open.waiting = open.waiting.filter((one) => one !== order)
    open.unmet.add(id)
    open.cursors.set(instrumentId, open.cursors.get(instrumentId) ?? matchedRow)
    open.book.place(this.#inBook(open, order))
  }

  /** Commits what a request has changed in the book. */
  async commit(open: OpenAccount, entry: LedgerEntry, changes: readonly ChangeOfAccount[]): Promise<void> {
    const audited = this.#audit.entry(open, entry.rows)
    await this.orForget(() =>
      inLedger(this.#parts, async (tx, ledger) => {
        await ledger.record(entry)
        await this.#audit.write(tx, audited)
      }),
    )
    this.#audit.wrote(audited)
    // It says for how long positions were without protection.
    const told = audited.length === 0 ? [] : [{ kind: 'balance', id: this.#parts.accountId } as const]
    this.#tell(open, [...changes, ...told])
  }

  /**
   * Commits what a price, or a cancellation, has caused: fills, positions, balance and journal at once. False if an order was
   * canceled that the book has filled: then nothing else was committed, and the account has to be read again.
   */
  async settle(open: OpenAccount, tick: TickRow, first: readonly PaperEvent[] = []): Promise<boolean> {
    const events = [...first, ...open.book.drain()]
    const stops = await openStops(open, events, tick, (id) => this.#policyOf(open, id))
    if (stops.canceled.size > 0) return this.#cancel(open, stops.canceled)
    events.push(...open.book.drain())
    const { isMarginCalled } = open.book
    const balance = withoutNoise(open.book.balance)
    const { changes, audited } = await this.orForget(() =>
      inLedger(this.#parts, async (tx, ledger) => {
        const booking = new FillBooking(await this.#context(tx, open, tick, stops))
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
        for (const row of closings(open, stops, new Date(this.#parts.now())))
          await ledger.record({ kind: 'WRITTEN', intentId: row.id, rows: [{ table: 'intents', row }] })
        await writeProgress(tx, open)
        this.#parts.reach('fill-not-committed')
        return { changes: booking.changes, audited }
      }),
    )
    this.#audit.wrote(audited)
    open.isMarginCalled = isMarginCalled
    for (const [id, order] of open.orders) if (!isLive(order.status)) open.orders.delete(id)
    for (const [id, position] of open.positions) if (!isLive(position.status)) open.positions.delete(id)
    this.#tell(open, [...changes, { kind: 'balance', id: this.#parts.accountId }])
    return true
  }

  /** What becomes of a stop that the market has passed: as the account has chosen, or as the venue of the prices does. */
  async #policyOf({ instruments }: OpenAccount, instrumentId: string): Promise<RefusedStop> {
    const { db, accountId } = this.#parts
    const wanted = eq(tradingAccounts.id, accountId)
    const [account] = await db.select({ chosen: tradingAccounts.refusedStops }).from(tradingAccounts).where(wanted)
    return account?.chosen ?? instruments.get(instrumentId)?.refusedStop ?? 'hold'
  }

  /** The book has filled these orders: it is read again, without them, and meets the price once more. */
  async #cancel(open: OpenAccount, canceled: ReadonlySet<string>): Promise<false> {
    const now = new Date(this.#parts.now())
    const rows = await this.orForget(() =>
      inLedger(this.#parts, async (tx, ledger) => {
        const ids = [...withLinked(open, canceled)].flatMap((id) => open.orders.get(id)?.intentId ?? [])
        const asked = await tx.select().from(intents).where(inArray(intents.id, ids))
        const ended = canceledRows(open, canceled, asked, now)
        await ledger.record({ kind: 'ORDER', intentId: ids[0] ?? null, rows: ended })
        return ended
      }),
    )
    this.#open = null
    this.#tell(
      open,
      rows.flatMap((change) =>
        change.table === 'venue_orders' ? [{ kind: 'order', id: change.row.id } as const] : [],
      ),
    )
    return false
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

  async #advanceOn(open: OpenAccount, instrumentId: string): Promise<boolean> {
    const { ticks } = this.#parts
    for (;;) {
      const waiting = open.waiting.filter((order) => order.instrumentId === instrumentId)
      const cursor = isMatched(open, instrumentId) ? (open.cursors.get(instrumentId) ?? Infinity) : Infinity
      const from = Math.min(cursor, ...waiting.map(({ matchedRow }) => matchedRow))
      if (from === Infinity) {
        // Nothing waits for its prices, but they may value the account.
        const last = await ticks.last(instrumentId)
        if (last) open.book.take(instrumentId, last)
        return true
      }
      const rows = await ticks.read(instrumentId, from + 1, MAX_ROWS)
      for (const row of rows) if (!(await this.#take(open, instrumentId, row))) return false
      if (rows.length < MAX_ROWS) return true
    }
  }

  async #take(open: OpenAccount, instrumentId: string, row: TickRow): Promise<boolean> {
    if ((row.flags & NO_PRICE) !== 0) {
      open.cursors.set(instrumentId, row.sequence)
      return true
    }
    const impossible = enter(open, instrumentId, row, (order) => this.#inBook(open, order))
    open.cursors.set(instrumentId, row.sequence)
    open.book.take(instrumentId, row)
    for (const id of open.unmet) if (open.orders.get(id)?.instrumentId === instrumentId) open.unmet.delete(id)
    const isCallChanged = open.book.isMarginCalled !== open.isMarginCalled
    const isNews = open.book.hasNews || isCallChanged || impossible.length > 0
    return isNews ? this.settle(open, row, impossible) : true
  }

  async #context(
    tx: Transaction,
    open: OpenAccount,
    tick: TickRow,
    { refused, held }: OpenedStops,
  ): Promise<ConstructorParameters<typeof FillBooking>[0]> {
    const { accountId, now } = this.#parts
    const ids = [...open.orders.values()].map(({ intentId }) => intentId).filter((id) => id !== null)
    const found: IntentRow[] = ids.length === 0 ? [] : await tx.select().from(intents).where(inArray(intents.id, ids))
    return {
      ...open,
      accountId,
      refused,
      held,
      tick,
      intents: new Map(found.map((intent) => [intent.id, intent])),
      now: new Date(now()),
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

  #inBook({ sessions, links }: OpenAccount, order: VenueOrderRow): PaperOrder {
    const share = this.#parts.drill?.()?.shareOf(order.id) ?? 1
    const quantity = withoutNoise(order.quantity * share)
    return paperOrder({ ...order, quantity }, sessions.get(order.id) ?? null, links.get(order.id) ?? null)
  }

  #tell({ userId }: OpenAccount, changes: readonly ChangeOfAccount[]): void {
    const { accountId, onChange } = this.#parts
    for (const change of changes) onChange({ userId, accountId, ...change })
  }
}

/** Orders that come before a row meet it. Returns the ends of those that the book cannot take. */
function enter(
  open: OpenAccount,
  instrumentId: string,
  { sequence, time }: TickRow,
  inBook: (order: VenueOrderRow) => PaperOrder,
): PaperEvent[] {
  const met = open.waiting.filter((order) => order.instrumentId === instrumentId && order.matchedRow < sequence)
  // An order is in the book before one that is linked to it, also when it has met this price before.
  const due = [...new Set(met.flatMap((order) => [linkedFirst(open, order) ?? order, order]))]
  if (due.length === 0) return []
  open.waiting = open.waiting.filter((order) => !due.includes(order))
  return due.flatMap((order): PaperEvent[] => {
    const reason = open.book.place(inBook(order))
    return reason === null
      ? []
      : [{ kind: 'ORDER', orderId: order.id, status: 'CANCELED', reason, time, liquidity: null }]
  })
}

/** Requests that close positions whose stops were refused, unless they are closed already. */
function closings({ positions: held }: OpenAccount, { closed }: OpenedStops, now: Date): IntentRow[] {
  return [...closed].flatMap((id) => {
    const position = held.get(id)
    return position?.status === 'OPEN' ? [closingRow(position, now)] : []
  })
}
