import { type Drizzle, notify, schema } from '@tradeloom/database'
import { instrumentName } from '@tradeloom/domain'
import { KeyRefused, type OrderGateway, type VenueFill, type VenueOrder } from '@tradeloom/venues'
import { and, eq, gt, isNotNull, sql } from 'drizzle-orm'
import { LeaseLost } from '../../trading-core/intents/lease-lost.ts'
import { wholeOrder } from './order-forms.ts'
import { readOwner } from './order-owner.ts'

const { intents, tradingAccounts, venueOrders } = schema

/** Quantities have eight decimals. */
const LEAST = 1e-9
/** What an answer states is told by the private stream a moment later. */
const FIRST_MS = 700
const MAX_PAUSE_MS = 30_000
/** Clocks differ, and an order may be older than it says. */
const OVERLAP_MS = 60_000
/** What is older was told, and a person has looked at it. */
const WATCHED_MS = 7 * 86_400_000

export interface FillGapParts {
  readonly db: Drizzle
  readonly accountId: string
  readonly userId: string
  readonly venue: string
  readonly gateway: Pick<OrderGateway, 'fillsOf' | 'fillsSince'>
  readonly now: () => number
  /** Books executions, of whatever orders. */
  readonly book: (fills: readonly VenueFill[]) => Promise<void>
  /** Books executions of an instrument that have higher numbers than those before. */
  readonly readOn: (instrumentId: string) => Promise<void>
}

interface Gap {
  readonly orderId: string
  readonly instrumentId: string
  readonly venueId: string | null
  readonly clientId: string
  readonly time: Date
}

/**
 * Orders of which the venue has executed more than is booked. Numbers of trades need not rise, and lists may lack some, so
 * nothing but this comparison shows that one is missing: it is read by its order, and then by its time.
 */
export class FillGaps {
  readonly #parts: FillGapParts
  readonly #known = new Map<string, { nextAt: number; pauseMs: number; isOpen: boolean }>()
  #isDue = true

  constructor(parts: FillGapParts) {
    this.#parts = parts
  }

  /** Whether something is missing that the venue does not list: nobody knows then what the account has. */
  get isOpen(): boolean {
    return [...this.#known.values()].some((gap) => gap.isOpen)
  }

  /** Orders were stated, or have been answered. */
  look(): void {
    this.#isDue = true
  }

  /** Books what an order has executed, before its statement is: an order that ends has all of its executions then. */
  async close(order: VenueOrder): Promise<void> {
    const { gateway, book, readOn } = this.#parts
    if (!(await this.#differs(order))) return
    const { clientId } = order
    await book((await gateway.fillsOf(order)).map((fill) => ({ ...fill, clientId })))
    if (await this.#differs(order)) await readOn(order.instrumentId)
    this.look()
  }

  /** Reads what is still missing, less and less often. */
  async step(): Promise<void> {
    if (!this.#isDue) return
    const gaps = await this.#read()
    for (const id of this.#known.keys()) if (!gaps.some(({ orderId }) => orderId === id)) this.#known.delete(id)
    this.#isDue = gaps.length > 0
    const now = performance.now()
    for (const gap of gaps) {
      const known = this.#known.get(gap.orderId) ?? { nextAt: now + FIRST_MS, pauseMs: FIRST_MS, isOpen: false }
      this.#known.set(gap.orderId, known)
      if (now < known.nextAt) continue
      const isRead = await this.#fetch(gap)
      if (!(await this.#read()).some(({ orderId }) => orderId === gap.orderId)) continue
      known.pauseMs = Math.min(known.pauseMs * 2, MAX_PAUSE_MS)
      known.nextAt = performance.now() + known.pauseMs
      known.isOpen = true
      if (isRead) await this.#tell(gap)
    }
  }

  /** False if the venue does not answer now: its executions are missing as well. */
  async #fetch({ instrumentId, venueId, time }: Gap): Promise<boolean> {
    const { gateway, book, now } = this.#parts
    try {
      if (venueId !== null) await book(await gateway.fillsOf({ instrumentId, venueId }))
      const since = Math.max(time.getTime() - OVERLAP_MS, now() - WATCHED_MS)
      for await (const fills of gateway.fillsSince(instrumentId, since)) await book(fills)
      return true
    } catch (error) {
      if (error instanceof LeaseLost || error instanceof KeyRefused) throw error
      return false
    }
  }

  async #differs(order: VenueOrder): Promise<boolean> {
    const { db, accountId } = this.#parts
    if (order.filled === 0) return false
    const owner = await readOwner(db, accountId, order)
    if (!owner) return false
    const { filled } = owner.of ? wholeOrder(owner.of, order) : order
    return filled > owner.intent.filled + LEAST
  }

  #read(): Promise<Gap[]> {
    const { db, accountId, now } = this.#parts
    const { instrumentId, venueId, clientId } = intents
    return db
      .select({ orderId: venueOrders.id, instrumentId, venueId, clientId, time: venueOrders.time })
      .from(venueOrders)
      .innerJoin(intents, eq(intents.id, venueOrders.intentId))
      .innerJoin(tradingAccounts, eq(tradingAccounts.id, venueOrders.accountId))
      .where(
        and(
          eq(venueOrders.accountId, accountId),
          isNotNull(venueOrders.intentId),
          gt(venueOrders.changedAt, new Date(now() - WATCHED_MS)),
          // What was traded before the account was connected is not its history here.
          gt(venueOrders.time, tradingAccounts.createdAt),
          gt(venueOrders.filled, sql`${intents.filled} + ${LEAST}::numeric`),
        ),
      )
  }

  /** Once for each order. */
  async #tell({ instrumentId, clientId, orderId }: Gap): Promise<void> {
    const { db, accountId, userId, venue } = this.#parts
    await db.transaction((tx) =>
      notify(tx, userId, {
        kind: 'fills-missing',
        subject: `${venue} has executed more of an order of ${instrumentName(instrumentId)} than it lists trades for`,
        body: `Your positions do not include the trades of order ${clientId}. Nothing is opened on this account until its trades can be read; closings and stops continue. Compare the account with the website of ${venue}.`,
        object: `account:${accountId}`,
        dedupKey: orderId,
      }),
    )
  }
}
