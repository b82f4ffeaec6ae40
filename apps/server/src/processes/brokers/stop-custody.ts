import {
  type IntentRow,
  type LedgerRow,
  newId,
  newIntent,
  type PositionRow,
  readListings,
  schema,
  type VenueOrderRow,
} from '@tradeloom/database'
import { type AccountModel, isTooSmall, type ListedInstrument, minus, roundToStep } from '@tradeloom/domain'
import {
  CustodyCalls,
  type CustodyStep,
  hasEnded,
  type WorkingProtection,
  isProtection,
  planCustody,
  WITHDRAWN,
} from '@tradeloom/trading'
import { KeyRefused, type OrderGateway, type VenueOrder } from '@tradeloom/venues'
import { inArray } from 'drizzle-orm'
import type { ReachCrashPoint } from '../../trading-core/intents/crash-points.ts'
import { inLedger, type LeasedAccount } from '../../trading-core/intents/in-ledger.ts'
import { LeaseLost } from '../../trading-core/intents/lease-lost.ts'
import type { CustodyChange } from '../../trading-core/custody/custody-history.ts'
import type { BrokerChange } from './brokers-messages.ts'
import type { CustodyAudit, MisplacedProtection } from './custody-audit.ts'
import { followedStop, heldOrder, heldStop, isHeldHere, lossOf, withLostProtection } from './lost-protection.ts'
import { freshPrice, type PriceLog } from './price-log.ts'
import { type ProtectedPosition, positionOf, readCustody } from './read-custody.ts'
import { isTrailedHere } from './trailing-stops.ts'
import type { VenueLedger } from './venue-ledger.ts'
import { referenceOf } from './order-reference.ts'

const { venueOrders } = schema

const WORKING = ['WORKING', 'PARTIAL'] as const
const ON_THE_WAY: ReadonlySet<IntentRow['state']> = new Set(['WRITTEN', 'SENDING', 'UNKNOWN'])

export interface CustodyParts extends LeasedAccount {
  readonly model: AccountModel
  readonly userId: string
  /** Of this installation, see `clientId`. */
  readonly installation: string
  readonly gateway: Pick<OrderGateway, 'cancel' | 'lookUp' | 'placeTrailing'>
  readonly ledger: VenueLedger
  readonly prices: PriceLog
  readonly reach: ReachCrashPoint
  /** Reads the executions of an instrument that were not told. */
  readonly readFills: (instrumentId: string) => Promise<void>
  /** The venue does not have the order of a request any more. */
  readonly gone: (intentId: string) => Promise<void>
  readonly audit: Pick<CustodyAudit, 'entry' | 'write' | 'wrote' | 'tooMany'>
  /** A clock that nobody sets, milliseconds. */
  readonly steadyNow?: () => number
  readonly onChange: (kind: BrokerChange['kind'], id: string) => void
}

/** Keeps the orders at the venue that protect positions in step with what is open, whatever has changed it. */
export class StopCustody {
  readonly #parts: CustodyParts
  readonly #calls = new CustodyCalls()
  readonly #steadyNow: () => number

  constructor(parts: CustodyParts) {
    this.#parts = parts
    this.#steadyNow = parts.steadyNow ?? (() => performance.now())
  }

  /**
   * Does what is next for each position. Returns whether there is more to do: to send what is written, or the next step.
   * Throws the first failure once it is done with the others: a stop that cannot be canceled keeps no other one waiting.
   */
  async step(): Promise<boolean> {
    const { db, accountId } = this.#parts
    const covered = await readCustody(db, accountId)
    this.#calls.keepOnly(new Set(covered.map(({ position }) => position.id)))
    if (covered.length === 0) return false
    const ids = covered.map(({ position }) => position.instrumentId)
    const listings = await readListings(db, ids)
    let hasMore = false
    const failures: unknown[] = []
    for (const one of covered) {
      const listing = listings.find(({ id }) => id === one.position.instrumentId)
      if (!listing) continue
      try {
        if (await this.#stepOf(one, listing)) hasMore = true
      } catch (error) {
        if (error instanceof LeaseLost || error instanceof KeyRefused) throw error
        failures.push(error)
      }
    }
    if (failures.length > 0) throw failures[0]
    return hasMore
  }

  async #stepOf(one: ProtectedPosition, listing: ListedInstrument): Promise<boolean> {
    const settled = await this.#settle(one, listing)
    const { position } = settled
    const isHere = await isTrailedHere(settled, this.#parts)
    const step = this.#plan(settled, listing, isHere)
    // First: orders that cover too little may stay for as long as the venue does not cancel them.
    const stated = await this.#state(settled, { step, isHere }, listing)
    if (step.do === 'withdraw') {
      // What they have executed may have changed the position.
      await this.#tried(position.id, () => this.withdraw(position.id))
      return true
    }
    if (step.do === 'place') {
      this.#parts.reach('stop-not-placed')
      await this.#place(stated, step, listing)
      return true
    }
    // What was refused is watched here from now on, and may be due at once.
    return position !== one.position
  }

  /** Takes orders away that the venue lists and that do not protect what they should, whatever is known of them here. */
  async mend({ positionId, protections }: MisplacedProtection): Promise<void> {
    if (!this.#calls.mayCall(positionId, this.#steadyNow())) return
    const left = protections.filter(({ state }) => hasEnded(state))
    await this.#tried(positionId, async () => {
      await this.withdraw(positionId)
      if (left.length > 0) this.#noteCall(positionId, left)
      await this.#cancel(left)
    })
  }

  /** Custody waits after what has come to nothing. Closings do not ask. */
  async #tried(positionId: string, work: () => Promise<void>): Promise<void> {
    try {
      await work()
      this.#calls.succeeded(positionId)
    } catch (error) {
      this.#calls.failed(positionId, this.#steadyNow())
      throw error
    }
  }

  #noteCall(positionId: string, [first]: readonly IntentRow[]): void {
    if (this.#calls.note(positionId, this.#steadyNow()) && first)
      this.#parts.audit.tooMany(positionId, first.instrumentId)
  }

  /**
   * Takes the orders away that protect a position, and books whatever they have executed. Throws if one of them is still
   * there.
   */
  async withdraw(positionId: string): Promise<void> {
    const working = (await this.#parts.ledger.working()).filter(
      (intent) => isProtection(intent.payload) && positionOf(intent) === positionId,
    )
    if (working.length === 0) return
    this.#noteCall(positionId, working)
    await this.#noteWithdrawal(working)
    await this.#cancel(working)
  }

  async #cancel(protections: readonly IntentRow[]): Promise<void> {
    const { gateway } = this.#parts
    for (const intent of protections) {
      const answer = await gateway.cancel(referenceOf(intent))
      // Whatever else it answers, the order ends by what the venue says of it.
      if (answer.kind === 'ACCEPTED' && answer.order) await this.#stated(intent, answer.order)
      else await this.#lookUp(intent)
    }
  }

  async #lookUp(intent: IntentRow): Promise<void> {
    const { gateway, gone } = this.#parts
    const found = await gateway.lookUp(referenceOf(intent), true)
    if (found.kind === 'NONE') return gone(intent.id)
    await this.#stated(intent, found.order)
  }

  async #stated(intent: IntentRow, order: VenueOrder): Promise<void> {
    const { ledger, readFills } = this.#parts
    if (order.filled > intent.filled) await readFills(intent.instrumentId)
    await ledger.order(order)
    const { status } = order
    if (status === 'NEW' || status === 'PARTIALLY_FILLED')
      throw new Error('The order that protects the position is still there')
  }

  /** Beforehand: an order that ends without that was canceled by somebody else. */
  async #noteWithdrawal(working: readonly IntentRow[]): Promise<void> {
    await inLedger(this.#parts, async (tx, ledger) => {
      const isMeant = inArray(
        venueOrders.intentId,
        working.map(({ id }) => id),
      )
      const stored = await tx.select().from(venueOrders).where(isMeant)
      const rows = stored.map((row) => ({ table: 'venue_orders', row: { ...row, reason: WITHDRAWN } }) as const)
      if (rows.length > 0) await ledger.record({ kind: 'WITHDRAWN', intentId: working[0]?.id ?? null, rows })
    })
  }

  /** Orders that were refused, or canceled by somebody else, protect nothing: said once. */
  async #settle(one: ProtectedPosition, listing: ListedInstrument): Promise<ProtectedPosition> {
    const { now, onChange } = this.#parts
    const { position, protections, orders } = one
    const told = new Set(orders.filter(({ status }) => status === 'REJECTED').map(({ intentId }) => intentId))
    let settled = one
    for (const intent of position.status === 'OPEN' ? protections : []) {
      const reason = lossOf(intent)
      const { payload } = intent
      if (reason === null || told.has(intent.id) || !isProtection(payload)) continue
      const isTaken = payload.guard === 'trailingStop' && intent.state === 'REJECTED'
      const lost = { level: payload.guard, price: payload.price, reason, intentId: intent.id, isTaken }
      const { position: row, order } = withLostProtection(settled.position, lost, new Date(now()))
      const isHeld = row.isStopLossRejected && intent.state === 'REJECTED' && payload.guard === 'stopLoss'
      const held = isHeld && row.stopLoss === payload.price ? [await this.#heldStop(row)] : []
      const rows: LedgerRow[] = [
        { table: 'positions', row },
        ...[order, ...held].map((added) => ({ table: 'venue_orders', row: added }) as const),
      ]
      settled = withRows(settled, rows)
      const isHere = await isTrailedHere(settled, this.#parts)
      const isBusy = isUnderWay(this.#plan(settled, listing, isHere))
      await this.#record('LOST_GUARD', rows, this.#parts.audit.entry(settled, listing, isBusy))
      for (const { id } of [order, ...held]) onChange('order', id)
      onChange('position', row.id)
    }
    return settled
  }

  /** From the newest price on, if that is one of now: the market may have passed the stop already. */
  async #heldStop(position: PositionRow): Promise<VenueOrderRow> {
    const { now, prices } = this.#parts
    const { instrumentId } = position
    const fresh = await freshPrice(prices, instrumentId, { now: now() })
    const row = fresh ? fresh.sequence - 1 : ((await prices.last(instrumentId))?.sequence ?? -1)
    return heldStop(position, new Date(now()), row)
  }

  #plan(
    { position, protections, closing, isFilling }: ProtectedPosition,
    listing: ListedInstrument,
    isTrailedHere: boolean,
  ): CustodyStep {
    const { status, stopLoss, takeProfit, trailingStop } = position
    const { isStopLossRejected, isTakeProfitRejected, isTrailingStopRejected } = position
    const placedAt = Math.max(0, ...protections.map(({ committedAt }) => committedAt.getTime()))
    const step = planCustody({
      quantity: status === 'OPEN' ? roundToStep(position.quantity, listing.lotSize, 'down') : 0,
      stopLoss: isStopLossRejected ? null : stopLoss,
      takeProfit: isTakeProfitRejected ? null : takeProfit,
      trailingStop: isTrailingStopRejected || isTrailedHere ? null : trailingStop,
      protections: workingProtections(protections),
      isBusy: closing !== null || protections.some(({ state }) => ON_THE_WAY.has(state)),
      sincePlaced: this.#parts.now() - placedAt,
      unsent: protections.length - 1 - protections.findLastIndex(({ state }) => state !== 'UNSENT'),
      ...limitsOf(listing),
    })
    // More may come.
    if (step.do === 'leave' && isFilling) return { do: 'nothing' }
    return step.do === 'withdraw' && !this.#calls.mayCall(position.id, this.#steadyNow()) ? { do: 'nothing' } : step
  }

  /** Writes down since when the position is not protected, and what is held here for it. */
  async #state(
    one: ProtectedPosition,
    { step, isHere }: { readonly step: CustodyStep; readonly isHere: boolean },
    listing: ListedInstrument,
  ): Promise<ProtectedPosition> {
    const { now, onChange, audit } = this.#parts
    const { position, protections, orders } = one
    const at = new Date(now())
    let row = position
    const rows: LedgerRow[] = []
    if (step.do === 'leave') {
      for (const level of ['stopLoss', 'takeProfit'] as const) {
        const price = row[level]
        if (price === null) continue
        const lost = withLostProtection(row, { level, price, reason: step.reason, intentId: null }, at)
        row = lost.position
        rows.push({ table: 'venue_orders', row: lost.order })
      }
    }
    // A position that has grown is bare by what its stop does not cover.
    const whole = roundToStep(row.quantity, listing.lotSize, 'down') * (1 - 1e-9)
    const hasStop = workingProtections(protections).some(({ level, left }) => level !== 'takeProfit' && left >= whole)
    // A trailing stop is watched here until the venue has it.
    const isTrailed = row.trailingStop !== null && !row.isTrailingStopRejected
    const wantsStop = row.stopLoss !== null || row.trailingStop !== null
    const lacksStop = position.status === 'OPEN' && wantsStop && !isTrailed && !hasStop
    // What is too small to be protected cannot be sold either.
    const isUnprotected = lacksStop && !isTooSmall(row.quantity, row.stopLoss ?? row.openPrice, limitsOf(listing))
    const unprotectedSince = isUnprotected ? (position.unprotectedSince ?? at) : null
    if (unprotectedSince?.getTime() !== position.unprotectedSince?.getTime()) row = { ...row, unprotectedSince }
    if (row !== position) rows.push({ table: 'positions', row })
    const active = orders.find((order) => isHeldHere(order) && order.type === 'TRAILING_STOP') ?? null
    const held = heldOrder(row, active, { isHere, now: at })
    if (held) rows.push({ table: 'venue_orders', row: held })
    for (const stop of orders.filter((order) => isHeldHere(order) && order.type === 'STOP')) {
      const next = followedStop(row, stop, at)
      if (next) rows.push({ table: 'venue_orders', row: next })
    }
    if (rows.length === 0) return one
    const stated = withRows(one, rows)
    await this.#record('CUSTODY', rows, audit.entry(stated, listing, isUnderWay(step)))
    for (const change of rows) {
      if (change.table === 'positions') onChange('position', change.row.id)
      if (change.table === 'venue_orders') onChange('order', change.row.id)
    }
    return stated
  }

  async #place(
    one: ProtectedPosition,
    { quantity, levels }: Extract<CustodyStep, { do: 'place' }>,
    listing: ListedInstrument,
  ): Promise<void> {
    const { installation, now, audit } = this.#parts
    const { id: positionId, accountId, userId, instrumentId, direction } = one.position
    const named = levels.map(([guard, price]) => ({ guard, price, id: newId(now()) }))
    // A trailing stop is a request of its own.
    const pair = named.filter(({ guard }) => guard !== 'trailingStop')
    const written = named.map(({ guard, price, id }) => {
      const partner = guard === 'trailingStop' ? undefined : pair.find((other) => other.id !== id)
      const partnerId = partner?.id ?? null
      const side = direction === 'LONG' ? 'SELL' : 'BUY'
      const payload = { kind: 'PROTECT', positionId, guard, side, price, quantity, partnerId } as const
      const asked = { accountId, userId, instrumentId, payload, installation, decidedAt: now() }
      return newIntent({ ...asked, id })
    })
    const rows = written.map((row) => ({ table: 'intents', row }) as const)
    await this.#record('WRITTEN', rows, audit.entry(withRows(one, rows), listing, true))
  }

  async #record(kind: string, rows: readonly LedgerRow[], changes: readonly CustodyChange[]): Promise<void> {
    const { audit } = this.#parts
    await inLedger(this.#parts, async (tx, ledger) => {
      const intent = rows.find(({ table }) => table === 'intents')?.row
      await ledger.record({ kind, intentId: intent && 'id' in intent ? intent.id : null, rows })
      await audit.write(tx, changes)
    })
    audit.wrote(changes)
  }
}

/** Whether the orders that protect the position are about to be other ones. */
function isUnderWay(step: CustodyStep): boolean {
  return step.do === 'withdraw' || step.do === 'place'
}

/** A position after an entry. */
function withRows(one: ProtectedPosition, rows: readonly LedgerRow[]): ProtectedPosition {
  let { position } = one
  const protections = [...one.protections]
  const orders = new Map(one.orders.map((order) => [order.id, order]))
  for (const { table, row } of rows) {
    if (table === 'positions') position = row
    else if (table === 'venue_orders') orders.set(row.id, row)
    else if (table === 'intents') protections.push(row)
  }
  return { ...one, position, protections, orders: [...orders.values()] }
}

function limitsOf({ minQuantity, minNotional }: ListedInstrument) {
  return { minQuantity, minNotional: minNotional ?? 0 }
}

function workingProtections(protections: readonly IntentRow[]): WorkingProtection[] {
  return protections.flatMap(({ id, state, payload, filled }): WorkingProtection[] => {
    if (!isProtection(payload) || !WORKING.includes(state as (typeof WORKING)[number])) return []
    const { guard: level, price, quantity } = payload
    return [{ intentId: id, level, price, left: minus(quantity, filled) }]
  })
}
