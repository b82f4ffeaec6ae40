import { sha256 } from '@tradeloom/database'
import { type AccountModel, type ListedInstrument, roundToStep } from '@tradeloom/domain'
import {
  closingClientId,
  closingClientNumber,
  closingOrder,
  type FlattenTarget,
  installationMark,
  isFilled,
  MAX_CLOSING_ATTEMPTS,
  nextFlattenStep,
  planFlatten,
} from '@tradeloom/trading'
import type {
  AccountMessage,
  AccountReader,
  AccountStream,
  LookUp,
  OrderGateway,
  OrderReference,
  VenueAccount,
  VenueAdapter,
  VenueBalance,
  VenueFill,
  VenueOrder,
} from '@tradeloom/venues'
import type { Closer } from './closer.ts'
import type { SentClosing } from './guard-file.ts'
import { type HeldNow, heldNow } from './held-now.ts'
import type { PendingSale } from './pending-sales.ts'
import type { HeldPosition, StoredGuard } from './stored-guards.ts'

/** After an order was refused, and between two look-ups that must both answer "none". */
const AGAIN_MS = 1_000
/** Fills of the last day are known by name if they are in the books. */
const KEPT_MS = 23 * 3_600_000

export interface VenueCloserParts {
  readonly adapter: VenueAdapter
  readonly account: VenueAccount
  readonly accountId: string
  readonly installation: string
  /** Those that an earlier process has sent. */
  readonly closings: readonly SentClosing[]
  readonly listing: (instrumentId: string) => ListedInstrument | null
  /** The newest price; null if there is none. */
  readonly bid: (instrumentId: string) => Promise<number | null>
  /** What it has sent is on disk when this returns. */
  readonly save: () => void
  readonly now: () => number
  readonly tell: (message: string) => void
}

/**
 * Closes an account down at its venue, with a client of its own: neither `brokers` nor the database is needed. It closes
 * what `planFlatten` says, and cancels orders of this installation; those that were placed elsewhere stay.
 */
export class VenueCloser implements Closer {
  readonly isOwnClient = true
  readonly #parts: VenueCloserParts
  readonly #gateway: OrderGateway
  readonly #reader: AccountReader
  readonly #stream: AccountStream | null
  /** What may not be in the books yet, by trade id. */
  readonly #fills = new Map<string, VenueFill>()
  readonly #cursors = new Map<string, string>()
  /** Positions that orders of other processes close, by the venue's ids of the orders. */
  readonly #closedBy = new Map<string, string>()
  readonly #closings: Map<string, SentClosing>
  readonly #attempts = new Map<string, number>()
  /** Monotonic times: when a closing was refused, and when a look-up first answered that the venue knows no such name. */
  readonly #refusedAt = new Map<string, number>()
  readonly #missingSince = new Map<string, number>()
  #mustRead = true
  #reading: Promise<void> | null = null

  constructor(parts: VenueCloserParts) {
    const { adapter, account, closings } = parts
    const [gateway, reader] = [adapter.openOrders?.(account), adapter.openAccount?.(account)]
    if (!gateway || !reader) throw new Error(`${adapter.displayName} takes no keys`)
    this.#parts = parts
    this.#gateway = gateway
    this.#reader = reader
    this.#closings = new Map(closings.map((one) => [one.positionId, one]))
    for (const { positionId, attempt } of closings) this.#attempts.set(positionId, attempt)
    this.#stream = adapter.openAccountStream?.(account, (message) => this.#hear(message)) ?? null
  }

  get closings(): readonly SentClosing[] {
    return [...this.#closings.values()]
  }

  held(stored: StoredGuard): HeldNow {
    const booked = new Set(stored.bookedTrades)
    const from = Math.max(stored.createdAt, this.#parts.now() - KEPT_MS)
    for (const [id, { time }] of this.#fills) if (time < from) this.#fills.delete(id)
    const unbooked = [...this.#fills.values()].filter(({ tradeId }) => !booked.has(tradeId))
    return heldNow(stored.positions, unbooked, stored, this.#parts.listing, this.#closedBy)
  }

  follow(stored: StoredGuard): void {
    if (!this.#mustRead || this.#reading) return
    this.#mustRead = false
    this.#reading = this.#readFills(stored, [])
      .catch(() => void (this.#mustRead = true))
      .finally(() => (this.#reading = null))
  }

  /** Whether all that was executed in a market is booked, but for these orders. */
  async isBooked(stored: StoredGuard, instrumentId: string, but: ReadonlySet<string>): Promise<boolean> {
    await this.#readFills(stored, [{ instrumentId }])
    // Of trades that are older than a day nobody asks.
    this.held(stored)
    const booked = new Set(stored.bookedTrades)
    const inMarket = [...this.#fills.values()].filter((fill) => fill.instrumentId === instrumentId)
    return inMarket.every(({ tradeId, venueId }) => booked.has(tradeId) || but.has(venueId))
  }

  /** What can be sold of an instrument, or closed, once orders that tie up so much of it are away. */
  async sellable({ dealt }: ListedInstrument, tiedUp: number, model: AccountModel): Promise<number> {
    if (model !== 'spot') return Infinity
    const balance = (await this.#reader.balances()).find(({ currency }) => currency === dealt)
    return balance ? Math.min(balance.total, balance.available + tiedUp) : 0
  }

  async step(stored: StoredGuard): Promise<boolean> {
    const { now } = this.#parts
    const { model } = stored
    const mine = (await this.#gateway.openOrders()).filter((order) => this.#isMine(order, stored))
    const found = await Promise.all(
      this.closings.map(async (one) => [one, await this.#gateway.lookUp(this.#referenceOf(one))] as const),
    )
    const sales = await Promise.all(
      stored.sales.map(async (sale) => ({ sale, found: await this.#gateway.lookUp(sale) })),
    )
    // Afterwards: what an order has sold by then is among them.
    await this.#readFills(stored, [...mine, ...stored.sales])
    for (const [closing, answer] of found) this.#settle(closing, answer)
    const pending = sales.filter(({ sale, found }) => !this.#isOver(sale, found, stored)).map(({ sale }) => sale)
    const sent = new Set(this.closings.map((one) => this.#referenceOf(one).clientId))
    const orders = mine.filter(({ clientId }) => !sent.has(clientId ?? ''))
    const { positions } = this.held(stored)
    const coins = model === 'spot' && positions.length > 0 ? await this.#reader.balances() : []
    const targets = await this.#targets(stored, positions, coins)
    const step = nextFlattenStep({
      now: now(),
      orders: orders.map(({ venueId, instrumentId }) => ({ id: venueId, instrumentId, isCanceling: false })),
      positions: targets.map((one) => ({ ...one, isClosing: this.#isClosing(one.id) || pending.some(mayClose(one)) })),
      fenceAt: this.#closings.size + pending.length > 0 ? Infinity : null,
    })
    await Promise.all(orders.filter(({ venueId }) => step.cancel.includes(venueId)).map((one) => this.#cancel(one)))
    const closed = targets.filter(({ id }) => step.close.includes(id))
    if (closed.length > 0) await this.#close(model, closed, coins)
    return step.isFlat
  }

  close(): void {
    this.#stream?.close()
  }

  #hear(message: AccountMessage): void {
    if (message.kind === 'fill') this.#fills.set(message.fill.tradeId, message.fill)
    if (message.kind === 'connected') this.#mustRead = true
  }

  #isMine({ clientId, clientNumber }: VenueOrder, { orderNumbers }: StoredGuard): boolean {
    if (clientId === null) return clientNumber !== undefined && orderNumbers.includes(clientNumber)
    return clientId.startsWith(installationMark(sha256, this.#parts.installation))
  }

  #isClosing(positionId: string): boolean {
    if (this.#closings.has(positionId)) return true
    const refusedAt = this.#refusedAt.get(positionId)
    return refusedAt !== undefined && performance.now() - refusedAt < AGAIN_MS
  }

  async #readFills(stored: StoredGuard, orders: readonly Pick<VenueOrder, 'instrumentId'>[]): Promise<void> {
    const held = [...stored.positions, ...this.held(stored).positions, ...orders, ...this.#closings.values()]
    for (const id of new Set(held.map(({ instrumentId }) => instrumentId))) {
      const from = this.#cursors.get(id) ?? stored.cursors[id] ?? null
      for await (const { fills, cursor } of this.#gateway.fills(id, from, stored.createdAt)) {
        for (const fill of fills) this.#fills.set(fill.tradeId, fill)
        this.#cursors.set(id, cursor)
      }
    }
  }

  /** What has to be closed, and can be. */
  async #targets(
    { model }: StoredGuard,
    kept: readonly HeldPosition[],
    coins: Coins,
  ): Promise<readonly FlattenTarget[]> {
    const { listing, tell } = this.#parts
    const stated = model === 'spot' ? [] : await this.#reader.positions()
    const bids = new Map<string, number | null>()
    for (const { instrumentId } of model === 'spot' ? kept : []) {
      if (!listing(instrumentId)) tell(`${instrumentId} is not listed, its position cannot be closed`)
      bids.set(instrumentId, await this.#parts.bid(instrumentId))
    }
    const totals = new Map(coins.map(({ currency, total }) => [currency, total]))
    return planFlatten(model, { kept, stated, coins: totals, listing, bid: (id) => bids.get(id) ?? null })
  }

  async #cancel(order: VenueOrder): Promise<void> {
    const { instrumentId, clientId, time } = order
    // Whatever the answer is, the open orders are read again.
    await this.#gateway.cancel({
      instrumentId,
      clientId: clientId ?? '',
      clientNumber: order.clientNumber ?? 0,
      sentAt: time,
    })
  }

  async #close(model: AccountModel, targets: readonly FlattenTarget[], coins: Coins): Promise<void> {
    const free = new Map(coins.map(({ currency, available }) => [currency, available]))
    for (const target of targets) {
      const { id, instrumentId } = target
      const quantity = await this.#quantity(model, target, free)
      if (quantity === null) continue
      const attempt = await this.#freeAttempt(id, instrumentId)
      if (attempt === null) continue
      const closing = { positionId: id, instrumentId, attempt, sentAt: this.#parts.now(), isAnswered: false }
      // Before the first byte: a process that is killed in between must not send it twice.
      this.#setClosing(closing)
      const answer = await this.#gateway.place(this.#referenceOf(closing), closingOrder(model, target, quantity))
      if (answer.kind === 'ACCEPTED') this.#setClosing({ ...closing, isAnswered: true })
      if (answer.kind !== 'REFUSED') continue
      this.#parts.tell(`A position of ${instrumentId} cannot be closed: ${answer.reason}`)
      this.#refusedAt.set(id, performance.now())
      // The venue has no order of that name: it is used again, however long a market stays closed.
      this.#forget(closing)
    }
  }

  /**
   * What one order can close: no more than the venue takes at once, and no coins that an order from elsewhere ties up. The
   * rest goes with the next order.
   */
  async #quantity(
    model: AccountModel,
    { instrumentId, quantity: wanted }: FlattenTarget,
    free: Map<string, number>,
  ): Promise<number | null> {
    const listing = this.#parts.listing(instrumentId)
    const most = (await this.#gateway.maxMarketQuantity?.(instrumentId)) ?? Infinity
    if (model !== 'spot') return Math.min(wanted, most)
    if (!listing) return null
    const there = free.get(listing.dealt) ?? 0
    const quantity = roundToStep(Math.min(wanted, there, most), listing.lotSize, 'down')
    free.set(listing.dealt, there - quantity)
    if (quantity >= listing.minQuantity) return quantity
    this.#parts.tell(`A position of ${instrumentId} cannot be closed: other orders tie up its coins`)
    return null
  }

  /** The next attempt at closing a position of which the venue knows no order. */
  async #freeAttempt(positionId: string, instrumentId: string): Promise<number | null> {
    for (let attempt = this.#attempts.get(positionId) ?? 0; attempt < MAX_CLOSING_ATTEMPTS; attempt++) {
      this.#attempts.set(positionId, attempt)
      const reference = this.#referenceOf({ positionId, instrumentId, attempt, sentAt: 0 })
      if ((await this.#gateway.lookUp(reference)).kind === 'NONE') return attempt
    }
    this.#parts.tell(`A position of ${instrumentId} cannot be closed after ${MAX_CLOSING_ATTEMPTS} attempts`)
    return null
  }

  #settle(closing: SentClosing, found: LookUp): void {
    const { sentAt, isAnswered } = closing
    const name = this.#referenceOf(closing).clientId
    const fenceAt = isAnswered ? 0 : sentAt + this.#gateway.fenceMs
    if (this.#hasEnded(found, { name, fenceAt, filled: (venueId) => this.#filled(venueId) })) this.#end(closing)
  }

  /** What is booked of it is not in the positions any more, and what is not is taken from them. */
  #isOver(sale: PendingSale, found: LookUp, { bookedTrades }: StoredGuard): boolean {
    const { clientId: name, fenceAt, positionId, booked } = sale
    if (found.kind === 'FOUND' && positionId !== null) this.#closedBy.set(found.order.venueId, positionId)
    const known = new Set(bookedTrades)
    return this.#hasEnded(found, { name, fenceAt, filled: (venueId) => booked + this.#filled(venueId, known) })
  }

  /** Whether an order has ended, with all that it has sold, or never arrived. */
  #hasEnded(
    found: LookUp,
    of: { readonly name: string; readonly fenceAt: number; readonly filled: (venueId: string) => number },
  ): boolean {
    if (found.kind === 'FOUND') {
      this.#missingSince.delete(of.name)
      const { status, venueId, filled } = found.order
      const isOver = status !== 'NEW' && status !== 'PARTIALLY_FILLED'
      return isOver && isFilled(filled, of.filled(venueId))
    }
    if (this.#parts.now() < of.fenceAt) return false
    const since = this.#missingSince.get(of.name)
    if (since === undefined) this.#missingSince.set(of.name, performance.now())
    return since !== undefined && performance.now() - since >= AGAIN_MS
  }

  #filled(venueId: string, without: ReadonlySet<string> = new Set()): number {
    const fills = [...this.#fills.values()].filter((fill) => fill.venueId === venueId && !without.has(fill.tradeId))
    return fills.reduce((sum, { quantity }) => sum + quantity, 0)
  }

  #setClosing(closing: SentClosing): void {
    this.#closings.set(closing.positionId, closing)
    this.#parts.save()
  }

  #end(closing: SentClosing): void {
    this.#attempts.set(closing.positionId, closing.attempt + 1)
    this.#forget(closing)
  }

  #forget(closing: SentClosing): void {
    this.#closings.delete(closing.positionId)
    this.#missingSince.delete(this.#referenceOf(closing).clientId)
    this.#parts.save()
  }

  #referenceOf({ positionId, instrumentId, attempt, sentAt }: Omit<SentClosing, 'isAnswered'>): OrderReference {
    const { accountId, installation } = this.#parts
    const named = { installation, accountId, positionId, attempt }
    const clientId = closingClientId(sha256, named)
    return { instrumentId, clientId, clientNumber: closingClientNumber(sha256, named), sentAt }
  }
}

type Coins = readonly VenueBalance[]

/** Whether a sale closes a position, or may do so. */
function mayClose({ id, instrumentId }: FlattenTarget): (sale: PendingSale) => boolean {
  return (sale) => sale.positionId === id || (sale.positionId === null && sale.instrumentId === instrumentId)
}
