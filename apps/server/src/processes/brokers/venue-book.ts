import {
  bookFinancing,
  type IntentRow,
  type LedgerRow,
  newId,
  noteTransfer,
  type PositionRow,
  readListings,
  schema,
  sha256,
  type Transaction,
} from '@tradeloom/database'
import type { ListedInstrument } from '@tradeloom/domain'
import { feeIn, fillCosts, isClosingOf, isGuard, type PlacePayload, receivedOf, wantedLevels } from '@tradeloom/trading'
import type { VenueBalance, VenueFill, VenueFinancing, VenueOrder, VenueTransfer } from '@tradeloom/venues'
import { and, eq, gt, inArray, isNull, sql } from 'drizzle-orm'
import type { ReachCrashPoint } from '../../trading-core/intents/crash-points.ts'
import { inLedger, type LeasedAccount } from '../../trading-core/intents/in-ledger.ts'
import { backEvent, backRows } from './absent-orders.ts'
import { adoptedIntent, isOwnName, notifyOfAdoption } from './adopt-order.ts'
import type { BrokerChange } from './brokers-messages.ts'
import { bookPosition } from './book-position.ts'
import { readFillPrices } from './fill-prices.ts'
import { lastForm, readForms, wholeOrder } from './order-forms.ts'
import { isStatement, ORDERS, type Owner, readOwner } from './order-owner.ts'
import { freshPrice, type PriceLog } from './price-log.ts'
import { eventOf, filledOrder, fillRow, merged, withEvent, withFill } from './stated-rows.ts'
import { orderRowId, venueOrderRow } from './venue-order-row.ts'

const { fills, intents, positions, tradingAccounts, venueBalances, venueCursors, venueOrders } = schema

const WORKING = ['WORKING', 'PARTIAL'] as const
/** A fee that is counted at an older price could be off by more than the fee of the next order. */
const RATE_MS = 60_000
const ACTIVE = ['NEW', 'PARTIALLY_FILLED'] as const
/** Later than that, nothing arrives at a venue any more. */
const WATCHED_MS = 86_400_000

type Change = readonly [BrokerChange['kind'], string]

export interface OrderNews {
  /** Why the order has ended. */
  readonly reason?: string | null
  /** A change that the venue has refused, after it had canceled the order for it. */
  readonly refused?: IntentRow | null
}

export interface VenueBookParts extends LeasedAccount {
  readonly userId: string
  readonly venue: string
  readonly currency: string
  /** Of this installation, see `clientId`. */
  readonly installation: string
  readonly prices: PriceLog
  readonly reach: ReachCrashPoint
  readonly onChange: (kind: BrokerChange['kind'], id: string) => void
}

/** Writes down what the venue of one account states. Everything may be told several times, and counts once. */
export class VenueBook {
  readonly #parts: VenueBookParts

  constructor(parts: VenueBookParts) {
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
        await ledger.record({ kind: 'FILLED', intentId: booked.intentId, rows: booked.rows })
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
   * may belong to one that was taken for lost.
   */
  async isStrange({ venueId, instrumentId, side }: VenueFill): Promise<boolean> {
    const { db, accountId, userId, now } = this.#parts
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
      (side === 'SELL' && (await db.$count(positions, isHeld)) > 0) ||
      (await db.$count(intents, isLost)) > 0
    )
  }

  /** Amounts of the currencies that were told; all of them if `isWhole`. */
  async balances(balances: readonly VenueBalance[], isWhole: boolean): Promise<void> {
    const { accountId, currency, now, onChange } = this.#parts
    const changedAt = new Date(now())
    await inLedger(this.#parts, async (tx, ledger) => {
      if (isWhole) await tx.delete(venueBalances).where(eq(venueBalances.accountId, accountId))
      for (const { currency: of, total, available } of balances) {
        const amounts = { total, available, changedAt }
        await tx
          .insert(venueBalances)
          .values({ accountId, currency: of, ...amounts })
          .onConflictDoUpdate({ target: [venueBalances.accountId, venueBalances.currency], set: amounts })
      }
      const cash = balances.find((one) => one.currency === currency)?.total
      const { account } = ledger
      if (cash === undefined || cash === account.balance) return
      const isFirst = ledger.n === 0
      const row = { ...account, balance: cash, initialBalance: isFirst ? cash : account.initialBalance }
      await ledger.record({ kind: 'BALANCE', rows: [{ table: 'accounts', row }] })
    })
    onChange('balance', accountId)
  }

  /** What was deposited or withdrawn; the balance after it comes on its own. */
  async transfer({ id, currency: of, amount }: VenueTransfer): Promise<void> {
    // Coins that come are no positions.
    if (of !== this.#parts.currency) return
    await inLedger(this.#parts, (tx, ledger) => noteTransfer(tx, ledger, { id, transfer: amount }))
  }

  /** What the holding of positions has cost; the balance after it comes on its own. */
  async financing({ id, instrumentId, cost, amount }: VenueFinancing): Promise<void> {
    const ids = await inLedger(this.#parts, (tx, ledger) =>
      bookFinancing(tx, ledger, { id, instrumentId, cost, amount }, 'venue'),
    )
    for (const positionId of ids) this.#parts.onChange('position', positionId)
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
  async #booked(tx: Transaction, [first, ...others]: readonly [VenueFill, ...VenueFill[]]) {
    const { accountId, userId, venue, currency, now } = this.#parts
    const found = await readOwner(tx, accountId, first)
    const { intent, of, form, answered } = found ?? { intent: null, of: null, form: 0, answered: null }
    const terms = of ? lastForm(of).terms : intent?.payload.kind === 'PLACE' ? intent.payload : null
    const isChanged = of !== null && of.forms.length > 1
    const [known] = await tx
      .select()
      .from(venueOrders)
      .where(eq(venueOrders.id, orderRowId(accountId, (isChanged && intent?.venueId) || first.venueId)))
    let order = known && isChanged ? { ...known, ...termsOf(terms) } : (known ?? null)
    const listing = (await readListings(tx, [first.instrumentId]))[0] ?? null
    const rate = await this.#rateOf(first)
    const byGuardian = intent === null ? await this.#closedByGuardian(tx, first) : null
    const isGuardian = byGuardian !== null
    const reason = isGuardian ? 'guardian' : closingReason(intent, first)
    const venueId = form === 0 ? first.venueId : (intent?.venueId ?? null)
    let position = byGuardian ?? (await this.#position(tx, first, intent))
    let next = intent
    const booked: LedgerRow[] = []
    const closed: PositionRow[] = []
    for (const fill of [first, ...others]) {
      const fee = feeIn(fill, listing, currency, rate)
      const owner = { id: position?.id ?? newId(), accountId, userId, venue, sessionId: intent?.sessionId ?? null }
      // What its first execution has set may have been changed since.
      const isFurther = position !== null && (next?.filled ?? 0) > 0
      const levels = { ...(await this.#levels(isFurther ? null : terms, fill)), reason }
      const prices = await readFillPrices(this.#parts.prices, fill, intent)
      const costs = fillCosts({ ...fill, quote: prices.quote })
      const after = canBook(listing, currency)
        ? bookPosition(position, { fill, listing, fee: fee.amount ?? 0, terms: levels, costs }, owner)
        : { position: null, part: null, profit: 0 }
      next = next && withFill(next, fill, order?.quantity)
      if (order && next) order = filledOrder(order, next, new Date(now()))
      // It was filled at the terms that its own form had.
      const executed = order && isChanged ? { ...order, ...termsOf(of.forms[form]?.terms ?? null) } : order
      const received = listing ? receivedOf(fill, listing) : fill.quantity
      const { profit } = after
      const parts = { intent, order: executed, position: after.position, profit, fee, received }
      booked.push({ table: 'fills', row: fillRow(fill, { ...parts, accountId, reason, isGuardian, prices }) })
      if (after.part) closed.push(after.part)
      ;({ position } = after)
      // What comes then is another position's.
      if (position?.status !== 'OPEN') break
    }
    const filled = order && next ? order : null
    const rows: LedgerRow[] = [
      ...(position ? [{ table: 'positions', row: position } as const] : []),
      // After the position, whose numbers they take over.
      ...closed.map((row) => ({ table: 'positions', row }) as const),
      ...(filled ? [{ table: 'venue_orders', row: filled } as const] : []),
      ...(next ? [{ table: 'intents', row: { ...next, filledAt: new Date(now()), venueId } } as const] : []),
      ...(answered ? [{ table: 'intents', row: answered } as const] : []),
      ...booked,
    ]
    const changes: Change[] = [
      ...[first, ...others].slice(0, booked.length).map(({ tradeId }) => ['execution', tradeId] as const),
      ...closed.map(({ id }) => ['position', id] as const),
      ...(position ? [['position', position.id] as const] : []),
      ...(filled ? [['order', filled.id] as const] : []),
    ]
    return { intentId: intent?.id ?? null, rows, changes, count: booked.length }
  }

  /** The position that an execution adds to or reduces. */
  async #position(tx: Transaction, fill: VenueFill, intent: IntentRow | null): Promise<PositionRow | null> {
    const { accountId } = this.#parts
    const sessionId = intent?.sessionId ?? null
    const payload = intent?.payload
    const isMeant =
      payload && 'positionId' in payload
        ? eq(positions.id, payload.positionId)
        : sessionId === null
          ? isNull(positions.sessionId)
          : // Each order of a script opens a position of its own, which it can close and guard alone.
            sql`exists (select from ${fills} where ${fills.positionId} = ${positions.id} and ${fills.intentId} = ${intent?.id})`
    const wanted = and(
      eq(positions.accountId, accountId),
      eq(positions.instrumentId, fill.instrumentId),
      eq(positions.status, 'OPEN'),
      isMeant,
    )
    const [position] = await tx.select().from(positions).where(wanted)
    return position ?? null
  }

  /** The guardian closes positions past the database: its orders have no request, and name their position. */
  async #closedByGuardian(tx: Transaction, fill: VenueFill): Promise<PositionRow | null> {
    const { accountId } = this.#parts
    const { instrumentId } = fill
    if (fill.clientId === null && fill.clientNumber === undefined) return null
    const open = await tx
      .select()
      .from(positions)
      .where(
        and(eq(positions.accountId, accountId), eq(positions.instrumentId, instrumentId), eq(positions.status, 'OPEN')),
      )
    return open.find(({ id }) => isClosingOf(sha256, fill, accountId, id)) ?? null
  }

  /** The price of a third currency in which a fee was paid; null if there is no fresh one. */
  async #rateOf({ feeCurrency }: VenueFill): Promise<number | null> {
    const { prices, venue, currency, now } = this.#parts
    const last = await freshPrice(prices, `${feeCurrency}${currency}:${venue}`, { now: now(), maxAgeMs: RATE_MS })
    return last && (last.bid + last.ask) / 2
  }

  /** The stops that an execution wants for its position, and where prices after it begin. */
  async #levels(terms: PlacePayload | null, { instrumentId, side, price, time }: VenueFill) {
    if (terms === null || side !== 'BUY') return NO_LEVELS
    const { trailingStop } = terms
    const from = trailingStop === null ? 0 : await this.#parts.prices.sequenceAt(instrumentId, time)
    return { ...wantedLevels(terms, price), trailingStop, matchedRow: from - 1 }
  }
}

/** The first of them, with those after it that are of the same order. */
function ofOneOrder(all: readonly VenueFill[]): [VenueFill, ...VenueFill[]] {
  const [first, ...others] = all as [VenueFill, ...VenueFill[]]
  const end = others.findIndex(({ venueId, clientId }) => venueId !== first.venueId || clientId !== first.clientId)
  return [first, ...(end < 0 ? others : others.slice(0, end))]
}

function termsOf(terms: PlacePayload | null): Partial<Pick<PlacePayload, 'quantity' | 'limitPrice' | 'stopPrice'>> {
  if (terms === null) return {}
  const { quantity, limitPrice, stopPrice } = terms
  return { quantity, limitPrice, stopPrice }
}

const NO_LEVELS = { stopLoss: null, takeProfit: null, trailingStop: null, matchedRow: -1 }

/** Why an execution closes a position, if no person and no script has asked for it. */
function closingReason(intent: IntentRow | null, { side }: VenueFill): string | null {
  if (side === 'BUY') return null
  if (intent === null) return 'external'
  const { payload } = intent
  if (payload.kind === 'CLOSE') return payload.reason ?? null
  if (!isGuard(payload)) return null
  return payload.guard === 'stopLoss' ? 'stop-loss' : 'take-profit'
}

/** Profits in another currency than that of the account have no rate here. */
function canBook(listing: ListedInstrument | null, currency: string): listing is ListedInstrument {
  return listing?.quote === currency
}
