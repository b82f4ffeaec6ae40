import { type IntentRow, notify, readListings, schema, type Transaction } from '@tradeloom/database'
import { type AccountModel, isTooSmall, type ListedInstrument, minus, roundToStep } from '@tradeloom/domain'
import {
  auditCustody,
  custodyCause,
  type CustodyFacts,
  hasEnded,
  isProtection,
  type KeptCustody,
  type ListedOrder,
} from '@tradeloom/trading'
import type { VenueOrder } from '@tradeloom/venues'
import { and, eq, inArray, isNull } from 'drizzle-orm'
import { tooManyCallsAlarm } from '../../trading-core/custody/custody-alarm.ts'
import { type CustodyChange, CustodyHistory, type JudgedPosition } from '../../trading-core/custody/custody-history.ts'
import { inLedger, type LeasedAccount } from '../../trading-core/intents/in-ledger.ts'
import type { BrokerChange } from './brokers-messages.ts'
import { isHeldHere } from './lost-protection.ts'
import { type ProtectedPosition, isFlattened, readProtected } from './read-custody.ts'
import { orderRowId } from './venue-order-row.ts'

const { venueOrders } = schema

const ACTIVE = ['NEW', 'PARTIALLY_FILLED'] as const
const WORKING: ReadonlySet<IntentRow['state']> = new Set(['WORKING', 'PARTIAL'])
const ON_THE_WAY: ReadonlySet<IntentRow['state']> = new Set(['WRITTEN', 'SENDING', 'UNKNOWN'])
const MINUTE_MS = 60_000
/** While a position is in a state that should not last. */
const RESTLESS_MS = 3_000
const HOUR_MS = 3_600_000

export interface CustodyAuditParts extends LeasedAccount {
  readonly userId: string
  readonly model: AccountModel
  readonly onChange: (kind: BrokerChange['kind'], id: string) => void
}

/** The working orders of one market, as its venue has listed them. */
interface MarketList {
  /** When they were requested, UTC milliseconds. */
  readonly at: number
  readonly orders: readonly VenueOrder[]
}

/** An order at the venue that protects what it should not, or in another way than it should. */
export interface MisplacedProtection {
  readonly positionId: string
  /** Requests for those that the venue lists. */
  readonly protections: readonly IntentRow[]
}

/**
 * Compares how positions are to be protected with the orders that their venue lists, as they are read anyway, and keeps the
 * history of that. What has happened since a list was read is taken from what the venue has answered.
 */
export class CustodyAudit {
  readonly #parts: CustodyAuditParts
  readonly #history: CustodyHistory
  /** Null before the first list of the whole account. */
  #lists: Map<string, MarketList> | null = null
  #listedAt = 0
  #foreign: ReadonlySet<string> = new Set()
  #isFlattened = false
  #isDue = false
  #lookedAt = 0
  /** Markets of positions whose orders were replaced too often, by the position. */
  readonly #tooMany = new Map<string, string>()

  constructor(parts: CustodyAuditParts) {
    this.#parts = parts
    this.#history = new CustodyHistory(parts)
  }

  get isDue(): boolean {
    const pause = this.#history.isRestless ? RESTLESS_MS : MINUTE_MS
    return this.#isDue || this.#parts.now() - this.#lookedAt >= pause
  }

  /** Orders that the venue has listed: of the whole account, or of some markets. `at`: when they were requested. */
  listed(orders: readonly VenueOrder[], at: number, markets?: ReadonlySet<string>): void {
    const byMarket = Map.groupBy(orders, ({ instrumentId }) => instrumentId)
    if (markets) {
      for (const id of markets) this.#lists?.set(id, { at, orders: byMarket.get(id) ?? [] })
      return
    }
    this.#lists = new Map([...byMarket].map(([id, listed]) => [id, { at, orders: listed }]))
    this.#listedAt = at
    this.#isDue = true
  }

  /** An order that was missing from the list, and that the venue finds by its name. */
  found(order: VenueOrder): void {
    const list = this.#lists?.get(order.instrumentId) ?? { at: this.#listedAt, orders: [] }
    if (ACTIVE.some((status) => status === order.status))
      this.#lists?.set(order.instrumentId, { ...list, orders: [...list.orders, order] })
  }

  /**
   * What an entry of custody changes, to be written with it. `isBusy`: custody is about to change the orders that protect the
   * position.
   */
  entry(one: ProtectedPosition, listing: ListedInstrument, isBusy: boolean): CustodyChange[] {
    this.#isDue = true
    const judged = this.#judged(one, listing, isBusy)
    return judged ? this.#history.changes([judged]) : []
  }

  write(tx: Transaction, changes: readonly CustodyChange[]): Promise<void> {
    return this.#history.write(tx, changes)
  }

  /** After they were committed. */
  wrote(changes: readonly CustodyChange[]): void {
    this.#history.wrote(changes)
    this.#tell(changes)
  }

  /** Audits all positions. Returns those whose orders have protected them wrongly for a minute. */
  async look(): Promise<readonly MisplacedProtection[]> {
    if (this.#lists === null) return []
    const { db, accountId, now } = this.#parts
    this.#isDue = false
    this.#lookedAt = now()
    await this.#history.load()
    const all = [...this.#lists.values()].flatMap(({ orders }) => orders)
    const names = all.flatMap(({ clientId }) => clientId ?? [])
    const covered = await readProtected(db, accountId, { listed: names, positionIds: this.#history.positionIds })
    const listings = await readListings(
      db,
      covered.map(({ position }) => position.instrumentId),
    )
    this.#isFlattened = await isFlattened(db, accountId)
    this.#foreign = await this.#readForeign(all)
    const judged = covered.flatMap((one) => {
      const listing = listings.find(({ id }) => id === one.position.instrumentId)
      return (listing && this.#judged(one, listing, false)) ?? []
    })
    const bare = new Set(covered.flatMap(({ position: { id, unprotectedSince } }) => (unprotectedSince ? [id] : [])))
    const changes = await this.#history.audit(
      judged,
      (work) => inLedger(this.#parts, (tx) => work(tx)),
      (id) => bare.has(id),
    )
    this.#tell(changes)
    await this.#tellTooMany()
    const isListed = new Set(names)
    return this.#history.takeToMend().map((positionId) => {
      const of = covered.find(({ position }) => position.id === positionId)
      return { positionId, protections: of?.protections.filter(({ clientId }) => isListed.has(clientId)) ?? [] }
    })
  }

  /** The orders that protect a position are replaced too often. Its owner is told with the next look, once an hour. */
  tooMany(positionId: string, instrumentId: string): void {
    this.#tooMany.set(positionId, instrumentId)
    this.#isDue = true
  }

  async #tellTooMany(): Promise<void> {
    const { db, accountId, userId, now } = this.#parts
    for (const [positionId, instrumentId] of this.#tooMany) {
      const key = `${positionId}:calls:${Math.floor(now() / HOUR_MS)}`
      await db.transaction((tx) => notify(tx, userId, tooManyCallsAlarm(instrumentId, { accountId, key })))
      this.#tooMany.delete(positionId)
    }
  }

  /** The account says for how long positions were without protection. */
  #tell(changes: readonly CustodyChange[]): void {
    const { accountId, onChange } = this.#parts
    for (const { positionId } of changes) onChange('position', positionId)
    if (changes.length > 0) onChange('balance', accountId)
  }

  /** Null before the venue has listed its orders. */
  #judged(one: ProtectedPosition, listing: ListedInstrument, isBusy: boolean): JudgedPosition | null {
    if (this.#lists === null) return null
    const { position, protections, orders } = one
    const { id: positionId, instrumentId, status, stopLoss, trailingStop, closeTime } = position
    const isOpen = status === 'OPEN'
    const isHeld = orders.some(
      (order) =>
        isHeldHere(order) &&
        (order.type === 'TRAILING_STOP'
          ? trailingStop !== null && !position.isTrailingStopRejected
          : order.stopPrice === stopLoss && position.isStopLossRejected),
    )
    const kept: KeptCustody = {
      protections: new Map(
        protections.flatMap(({ clientId, payload }) => (isProtection(payload) ? [[clientId, payload.guard]] : [])),
      ),
      isBusy:
        isBusy || this.#isFlattened || one.closing !== null || protections.some(({ state }) => ON_THE_WAY.has(state)),
      isHeld: isHeld && !this.#isFlattened,
    }
    const { minQuantity, minNotional } = listing
    const limits = { minQuantity, minNotional: minNotional ?? 0 }
    const audited = {
      ...position,
      model: this.#parts.model,
      isOpen,
      quantity: roundToStep(position.quantity, listing.lotSize, 'down'),
      isTooSmall: isTooSmall(position.quantity, stopLoss ?? position.openPrice, limits),
    }
    const listed = this.#listedOf(one)
    const verdict = auditCustody(audited, kept, listed)
    const cause = verdict ? custodyCause(verdict, this.#factsOf(one, listed)) : 'custody'
    return { positionId, instrumentId, verdict, cause, closedAt: isOpen ? null : (closeTime?.getTime() ?? null) }
  }

  /** As the venue has listed them, and as it has answered since. */
  #listedOf({ position: { instrumentId }, protections, orders }: ProtectedPosition): ListedOrder[] {
    const { at, orders: told } = this.#lists?.get(instrumentId) ?? { at: this.#listedAt, orders: [] }
    const known = new Map(protections.map((protection) => [protection.clientId, protection]))
    const listed = told.flatMap((order): ListedOrder[] => {
      const { clientId, venueId, side, closes, leg } = order
      const protection = clientId === null ? undefined : known.get(clientId)
      const row = protection && orders.find(({ intentId }) => intentId === protection.id)
      if (protection && row && hasEnded(protection.state) && row.changedAt.getTime() >= at) return []
      const left = minus(order.quantity, Math.max(order.filled, protection?.filled ?? 0))
      return [{ clientId, side, left, closes, leg, isForeign: this.#foreign.has(venueId) }]
    })
    const names = new Set(told.map(({ clientId }) => clientId))
    const since = protections.flatMap(({ clientId, state, payload, filled, acknowledgedAt }): ListedOrder[] => {
      if (!isProtection(payload) || names.has(clientId) || !WORKING.has(state)) return []
      if ((acknowledgedAt?.getTime() ?? 0) < at) return []
      return [{ clientId, side: payload.side, left: minus(payload.quantity, filled), isForeign: false }]
    })
    return [...listed, ...since]
  }

  #factsOf({ position, protections, closing }: ProtectedPosition, listed: readonly ListedOrder[]): CustodyFacts {
    const newest =
      protections.findLast(({ payload }) => isProtection(payload) && payload.guard !== 'takeProfit') ??
      protections.at(-1)
    const there = listed.find(({ clientId }) => clientId === newest?.clientId)
    const placed = newest && isProtection(newest.payload) ? minus(newest.payload.quantity, newest.filled) : null
    const reason = closing?.payload.kind === 'CLOSE' ? (closing.payload.reason ?? null) : null
    return {
      position: { isOfSession: position.sessionId !== null },
      closing: closing && { isOfSession: closing.sessionId !== null, reason },
      closedBy: position.closeReason,
      isFlattened: this.#isFlattened,
      newest: newest ? { ...newest, isResized: there !== undefined && there.left !== placed } : null,
    }
  }

  /** Of listed orders, those that were not placed from here, by the venue's numbers. */
  async #readForeign(listed: readonly VenueOrder[]): Promise<ReadonlySet<string>> {
    if (listed.length === 0) return new Set()
    const { db, accountId } = this.#parts
    const isForeign = and(
      eq(venueOrders.accountId, accountId),
      eq(venueOrders.isProtective, false),
      isNull(venueOrders.intentId),
      inArray(venueOrders.status, [...ACTIVE]),
    )
    const rows = await db.select({ id: venueOrders.id }).from(venueOrders).where(isForeign)
    const ids = new Set(rows.map(({ id }) => id))
    return new Set(listed.map(({ venueId }) => venueId).filter((venueId) => ids.has(orderRowId(accountId, venueId))))
  }
}
