import {
  type ClosedNote,
  type IntentRow,
  type LedgerRow,
  newId,
  type PositionRow,
  readListings,
  schema,
  sha256,
  type Transaction,
} from '@tradeloom/database'
import type { AccountModel } from '@tradeloom/domain'
import { isClosingOf } from '@tradeloom/trading'
import type { VenueFill, VenueOrder } from '@tradeloom/venues'
import { and, asc, eq, gt, inArray, isNull, sql } from 'drizzle-orm'
import type { ReachCrashPoint } from '../../trading-core/intents/crash-points.ts'
import { inLedger, type LeasedAccount } from '../../trading-core/intents/in-ledger.ts'
import { backEvent, backRows } from './absent-orders.ts'
import { adoptedIntent, isOwnName, notifyOfAdoption } from './adopt-order.ts'
import type { BrokerChange } from './brokers-messages.ts'
import { bookExecutions, type Change, type LoadedFill, termsOf } from './book-executions.ts'
import { midAt, readFillPrices } from './fill-prices.ts'
import { readForms, wholeOrder } from './order-forms.ts'
import { isStatement, ORDERS, type Owner, readOwner } from './order-owner.ts'
import { freshPrice, type PriceLog } from './price-log.ts'
import { eventOf, merged, withEvent } from './stated-rows.ts'
import { orderRowId, venueOrderRow } from './venue-order-row.ts'

const { fills, intents, positions, tradingAccounts, venueCursors, venueOrders } = schema

const WORKING = ['WORKING', 'PARTIAL'] as const
/** A fee that is counted at an older price could be off by more than the fee of the next order. */
const RATE_MS = 60_000
const ACTIVE = ['NEW', 'PARTIALLY_FILLED'] as const
/** Later than that, nothing arrives at a venue any more. */
const WATCHED_MS = 86_400_000

export interface OrderNews {
  /** Why the order has ended. */
  readonly reason?: string | null
  /** A change that the venue has refused, after it had canceled the order for it. */
  readonly refused?: IntentRow | null
}

export interface VenueLedgerParts extends LeasedAccount {
  readonly userId: string
  readonly venue: string
  readonly currency: string
  readonly model: AccountModel
  /** Of this installation, see `clientId`. */
  readonly installation: string
  readonly prices: PriceLog
  readonly reach: ReachCrashPoint
  readonly onChange: (kind: BrokerChange['kind'], id: string) => void
}

/** Writes down what the venue of one account states. Everything may be told several times, and counts once. */
export class VenueLedger {
  readonly #parts: VenueLedgerParts

  constructor(parts: VenueLedgerParts) {
    this.#parts = parts
  }

  /** An order with the state that the venue gives it. Fills come on their own. */
  async order(order: VenueOrder, { reason = null, refused = null }: OrderNews = {}): Promise<void> {
    const { accountId, now, onChange } = this.#parts
    const changed = await inLedger(this.#parts, async (tx, ledger) => {
      const owner = await readOwner(tx, accountId, order, refused)
      const adopted = owner ? null : await this.#adopted(tx, order, ledger.account.createdAt)
      const found = owner ?? adopted
      if (found && !isStatement(found, order)) return null
      const { intent, of, answered } = found ?? { intent: null, of: null, answered: null }
      const stated = of ? wholeOrder(of, order) : order
      const [known] = await tx
        .select()
        .from(venueOrders)
        .where(eq(venueOrders.id, orderRowId(accountId, stated.venueId)))
      const row = venueOrderRow(accountId, stated, intent, new Date(now()))
      const { intentId, clientId } = row
      const same = known ? merged(known, row) : row
      const next = adopted ? { ...same, intentId, clientId, reason: adopted.intent.reason } : same
      const rows: LedgerRow[] = adopted ? [{ table: 'intents', row: adopted.intent }] : []
      if (next !== known) rows.push({ table: 'venue_orders', row: next })
      const back = intent && backEvent(intent, stated)
      const event = back ?? eventOf(stated, reason ?? next.reason)
      const told = intent && withEvent(intent, event, next.quantity)
      if (told && told !== intent) rows.push({ table: 'intents', row: told })
      if (back && told && told !== intent) rows.push(...(await backRows(tx, told, { ...next, status: row.status })))
      if (answered) rows.push({ table: 'intents', row: answered })
      if (rows.length === 0) return null
      await ledger.record({ kind: adopted ? 'ADOPTED' : 'VENUE_ORDER', intentId: intent?.id ?? null, rows })
      if (adopted) await notifyOfAdoption(tx, this.#parts)
      if (answered) this.#parts.reach('answer-not-committed')
      return next.id
    })
    if (changed !== null) onChange('order', changed)
  }

  /** Before executions are booked that may be those of orders without a record. */
  async adopt(order: VenueOrder): Promise<void> {
    const { db, accountId } = this.#parts
    if (this.isOwn(order) && (await readOwner(db, accountId, order)) === null) await this.order(order)
  }

  /** Whether this installation has sent it, as its name says. */
  isOwn({ clientId }: Pick<VenueOrder, 'clientId'>): boolean {
    return isOwnName(clientId, this.#parts.installation)
  }

  async #adopted(tx: Transaction, order: VenueOrder, since: Date): Promise<Owner | null> {
    const intent = await adoptedIntent(tx, order, this.#parts, since)
    return intent && { intent, of: await readForms(tx, intent), form: 0, answered: null }
  }

  /** Executions, by their trade ids. Those of one order that come together are one entry. */
  async fills(told: readonly VenueFill[]): Promise<void> {
    if (told.length === 0) return
    const { accountId, onChange } = this.#parts
    const changes = await inLedger(this.#parts, async (tx, ledger) => {
      const ids = told.map(({ tradeId }) => tradeId)
      const isKnown = and(eq(fills.accountId, accountId), inArray(fills.tradeId, ids))
      const known = new Set((await tx.select({ id: fills.tradeId }).from(fills).where(isKnown)).map(({ id }) => id))
      // What was traded before the account was connected is not its history here.
      const since = ledger.account.createdAt.getTime()
      const news = told.filter((fill) => fill.time >= since && !known.has(fill.tradeId) && known.add(fill.tradeId))
      const all: Change[] = []
      for (let rest = news; rest.length > 0;) {
        const booked = await this.#booked(tx, ofOneOrder(rest))
        const { intentId, rows, closed } = booked
        const note: Partial<ClosedNote> = Object.keys(closed).length > 0 ? { closed } : {}
        await ledger.record({ kind: 'FILLED', intentId, rows, note })
        this.#parts.reach('fill-not-committed')
        all.push(...booked.changes)
        rest = rest.slice(booked.count)
      }
      return all
    })
    for (const [kind, id] of new Map(changes.map((one) => [one.join(), one])).values()) onChange(kind, id)
  }

  /** Those whose order is none that is known here. */
  async unknownOf(told: readonly VenueFill[]): Promise<VenueFill[]> {
    const { db, accountId } = this.#parts
    const ids = told.map(({ venueId }) => venueId)
    if (ids.length === 0) return []
    const known = await db
      .select({ venueId: intents.venueId })
      .from(intents)
      .where(and(eq(intents.accountId, accountId), inArray(intents.venueId, ids)))
    return told.filter(({ venueId }) => known.every((one) => one.venueId !== venueId))
  }

  /** Whether its order is none that is known here, and it is not booked yet. */
  async isNews(fill: VenueFill): Promise<boolean> {
    const { db, accountId } = this.#parts
    const isKnown = and(eq(fills.accountId, accountId), eq(fills.tradeId, fill.tradeId))
    return (await this.unknownOf([fill])).length > 0 && (await db.$count(fills, isKnown)) === 0
  }

  /**
   * Whether news matter here, and only the order can say how: it reduces something, belongs to an order that is shown, or
   * may belong to one that was presumed lost.
   */
  async isStrange({ venueId, instrumentId, side }: VenueFill): Promise<boolean> {
    const { db, accountId, userId, model, now } = this.#parts
    const isShown = and(eq(venueOrders.id, orderRowId(accountId, venueId)), inArray(venueOrders.status, [...ACTIVE]))
    const isHeld = and(
      eq(positions.accountId, accountId),
      eq(positions.instrumentId, instrumentId),
      eq(positions.status, 'OPEN'),
    )
    const isLost = and(
      eq(intents.userId, userId),
      gt(intents.id, newId(now() - WATCHED_MS)),
      eq(intents.accountId, accountId),
      eq(intents.instrumentId, instrumentId),
      eq(intents.state, 'ABSENT'),
    )
    return (
      (await db.$count(venueOrders, isShown)) > 0 ||
      ((side === 'SELL' || model !== 'spot') && (await db.$count(positions, isHeld)) > 0) ||
      (await db.$count(intents, isLost)) > 0
    )
  }

  /** Requests whose orders work at the venue, as far as is known. */
  async working(): Promise<IntentRow[]> {
    const { db, accountId } = this.#parts
    return db
      .select()
      .from(intents)
      .where(
        and(eq(intents.accountId, accountId), inArray(intents.state, [...WORKING]), inArray(intents.kind, [...ORDERS])),
      )
  }

  /** Foreign orders that are not among those that work at the venue have ended there. */
  async endForeign(openIds: ReadonlySet<string>): Promise<void> {
    const { db, accountId, now, onChange } = this.#parts
    const isForeign = and(
      eq(venueOrders.accountId, accountId),
      isNull(venueOrders.intentId),
      // Those are held here.
      eq(venueOrders.isProtective, false),
      inArray(venueOrders.status, [...ACTIVE]),
    )
    const rows = await db.select().from(venueOrders).where(isForeign)
    for (const row of rows.filter(({ id }) => !openIds.has(id))) {
      const ended = {
        ...row,
        status: 'CANCELED',
        reason: 'it is not open at the venue',
        changedAt: new Date(now()),
      } as const
      await inLedger(this.#parts, (_, ledger) =>
        ledger.record({ kind: 'VENUE_ORDER', rows: [{ table: 'venue_orders', row: ended }] }),
      )
      onChange('order', row.id)
    }
  }

  /** Instruments that the account has traded here or holds, or of which orders from elsewhere are shown as open. */
  async instrumentIds(): Promise<string[]> {
    const { db, accountId } = this.#parts
    const traded = await db
      .selectDistinct({ id: intents.instrumentId })
      .from(intents)
      .where(and(eq(intents.accountId, accountId), sql`${intents.sentAt} is not null`))
    const held = await db
      .selectDistinct({ id: positions.instrumentId })
      .from(positions)
      .where(and(eq(positions.accountId, accountId), eq(positions.status, 'OPEN')))
    const shown = await db
      .selectDistinct({ id: venueOrders.instrumentId })
      .from(venueOrders)
      .where(and(eq(venueOrders.accountId, accountId), inArray(venueOrders.status, [...ACTIVE])))
    return [...new Set([...traded, ...held, ...shown].map(({ id }) => id))]
  }

  /** When the account was connected first, UTC milliseconds: what was traded before is not its history here. */
  async since(): Promise<number> {
    const { db, accountId } = this.#parts
    const wanted = eq(tradingAccounts.id, accountId)
    const [row] = await db.select({ createdAt: tradingAccounts.createdAt }).from(tradingAccounts).where(wanted)
    return row?.createdAt.getTime() ?? 0
  }

  async cursor(instrumentId: string): Promise<string | null> {
    const { db, accountId } = this.#parts
    const wanted = and(eq(venueCursors.accountId, accountId), eq(venueCursors.instrumentId, instrumentId))
    const [row] = await db.select().from(venueCursors).where(wanted)
    return row?.cursor ?? null
  }

  async setCursor(instrumentId: string, cursor: string): Promise<void> {
    const { accountId } = this.#parts
    await inLedger(this.#parts, (tx) =>
      tx
        .insert(venueCursors)
        .values({ accountId, instrumentId, cursor })
        .onConflictDoUpdate({ target: [venueCursors.accountId, venueCursors.instrumentId], set: { cursor } }),
    )
  }

  /** Of one order, as many as there are until they close its position. */
  async #booked(tx: Transaction, all: readonly [VenueFill, ...VenueFill[]]) {
    const { accountId, prices, now } = this.#parts
    const [first] = all
    const owner = await readOwner(tx, accountId, first)
    const intent = owner?.intent ?? null
    const isChanged = owner?.of != null && owner.of.forms.length > 1
    const [order = null] = await tx
      .select()
      .from(venueOrders)
      .where(eq(venueOrders.id, orderRowId(accountId, (isChanged && intent?.venueId) || first.venueId)))
    const [listing = null] = await readListings(tx, [first.instrumentId])
    const byGuardian = intent === null ? await this.#closedByGuardian(tx, first) : null
    const position = byGuardian ?? (await this.#position(tx, first, intent))
    const isShared = this.#parts.model === 'netting' || first.leg !== undefined
    const others = isShared ? await this.#openIn(tx, first.instrumentId) : []
    const feeRate = await this.#rateOf(first.feeCurrency, first.time)
    const rates = { feeRate, rate: await this.#rateOf(listing?.quote ?? '', first.time) }
    const isTrailing = (termsOf(owner)?.trailingStop ?? null) !== null
    const loaded: LoadedFill[] = []
    for (const fill of all) {
      const from = isTrailing ? await prices.sequenceAt(fill.instrumentId, fill.time) : 0
      loaded.push({ fill, prices: await readFillPrices(prices, fill, intent), matchedRow: from - 1 })
    }
    const executed = {
      account: this.#parts,
      owner,
      order,
      position,
      others,
      isGuardian: byGuardian !== null,
      listing,
      ...rates,
    }
    return bookExecutions(executed, loaded, new Date(now()))
  }

  /** The position that an execution adds to or reduces. */
  async #position(tx: Transaction, fill: VenueFill, intent: IntentRow | null): Promise<PositionRow | null> {
    const wanted = and(
      eq(positions.accountId, this.#parts.accountId),
      eq(positions.instrumentId, fill.instrumentId),
      eq(positions.status, 'OPEN'),
      this.#isMeant(fill, intent),
    )
    const [position] = await tx.select().from(positions).where(wanted)
    return position ?? null
  }

  #isMeant({ position }: VenueFill, intent: IntentRow | null) {
    if (position) return eq(positions.brokerId, position.id)
    const payload = intent?.payload
    if (payload && 'positionId' in payload) return eq(positions.id, payload.positionId)
    const isOwn = this.#parts.model === 'hedging' || (intent?.sessionId ?? null) !== null
    if (!isOwn) return isNull(positions.sessionId)
    // Each order of a script opens a position of its own, which it can close and protect alone.
    return sql`exists (select from ${fills} where ${fills.positionId} = ${positions.id} and ${fills.intentId} = ${intent?.id ?? null})`
  }

  /** The guardian closes positions past the database: its orders have no request, and name their position. */
  async #closedByGuardian(tx: Transaction, fill: VenueFill): Promise<PositionRow | null> {
    const { accountId } = this.#parts
    const { instrumentId } = fill
    if (fill.clientId === null && fill.clientNumber === undefined) return null
    const open = await this.#openIn(tx, instrumentId)
    return open.find(({ id }) => isClosingOf(sha256, fill, accountId, id)) ?? null
  }

  async #openIn(tx: Transaction, instrumentId: string): Promise<PositionRow[]> {
    const isOpen = and(
      eq(positions.accountId, this.#parts.accountId),
      eq(positions.instrumentId, instrumentId),
      eq(positions.status, 'OPEN'),
    )
    return tx.select().from(positions).where(isOpen).orderBy(asc(positions.openTime), asc(positions.id))
  }

  /** Account currency for one unit of another one, at the time of an execution; null if there was no fresh price. */
  async #rateOf(from: string, time: number): Promise<number | null> {
    const { prices, venue, currency, now, model } = this.#parts
    if (from === currency) return 1
    const mid = async (pair: string): Promise<number | null> => {
      // What is told late is worth what it was then.
      if (now() - time > RATE_MS) return midAt(prices, `${pair}:${venue}`, time)
      const last = await freshPrice(prices, `${pair}:${venue}`, { now: now(), maxAgeMs: RATE_MS })
      return last && (last.bid + last.ask) / 2
    }
    const direct = await mid(`${from}${currency}`)
    if (direct !== null || model === 'spot') return direct
    const inverse = await mid(`${currency}${from}`)
    return inverse === null ? null : 1 / inverse
  }
}

/** The first of them, with those after it that are of the same order. */
function ofOneOrder(all: readonly VenueFill[]): [VenueFill, ...VenueFill[]] {
  const [first, ...others] = all as [VenueFill, ...VenueFill[]]
  const end = others.findIndex(({ venueId, clientId }) => venueId !== first.venueId || clientId !== first.clientId)
  return [first, ...(end < 0 ? others : others.slice(0, end))]
}
