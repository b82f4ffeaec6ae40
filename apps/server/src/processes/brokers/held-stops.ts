import { newIntent, type PositionRow, schema, type VenueOrderRow } from '@tradeloom/database'
import { hasEnded, INTENT_STATES } from '@tradeloom/trading'
import { and, asc, eq, inArray, isNotNull, isNull, ne, sql } from 'drizzle-orm'
import { inLedger, type LeasedAccount } from '../../trading-core/intents/in-ledger.ts'
import { CountedPrices } from './counted-prices.ts'
import type { PriceLog } from './price-log.ts'
import { bestOf, isAtVenue } from './trailing-stops.ts'

const { accountControl, intents, positions, venueOrders } = schema

const MAX_ROWS = 4_096
/** A stop that is reached this long after its price: the process was down. */
const LATE_MS = 2_000
/** What was reached is written sooner; a restart reads the rest again. */
const WRITE_MS = 5_000
/** Before a closing that was not carried out is tried again. */
const AGAIN_MS = 5_000
const UNFINISHED = INTENT_STATES.filter((state) => !hasEnded(state))

export interface HeldStopsParts extends LeasedAccount {
  readonly userId: string
  readonly installation: string
  readonly prices: PriceLog
}

interface Progress {
  readonly best: number
  readonly row: number
  /** Of the order by which the venue moved the stop when it was looked at last. */
  readonly orderId?: string
}

/** A stop that is watched here. */
interface HeldStop {
  readonly id: string
  readonly position: PositionRow
  readonly name: 'trailing-stop' | 'stop-loss'
  /** The price at which it is reached, given the best one so far. */
  readonly levelAt: (best: number) => number
  /** Where it was read up to when it was stored. */
  readonly from: Progress
  /** The venue moves it: it has said so of this order. */
  readonly atVenue: VenueOrderRow | null
  /** By which the venue moves it, or has moved it. */
  readonly orders: readonly VenueOrderRow[]
}

/**
 * Stops that the venue cannot hold, trailing ones at a distance in price, and those that it has refused. They are rows, and
 * all that follows from them is read from the tick log, so prices that came while the process was down count.
 */
export class HeldStops {
  readonly #parts: HeldStopsParts
  readonly #progress = new Map<string, Progress>()
  readonly #firedAt = new Map<string, number>()
  #writtenAt = -Infinity
  #instrumentIds = new Set<string>()
  #isInDoubt = false

  constructor(parts: HeldStopsParts) {
    this.#parts = parts
  }

  /** Markets whose prices are needed. */
  get instrumentIds(): ReadonlySet<string> {
    return this.#instrumentIds
  }

  /** Whether it is to look again although no price comes: the last one counts once it has stood. */
  get isInDoubt(): boolean {
    return this.#isInDoubt
  }

  /** Compares stops with the prices that have come since. Returns whether positions are to be closed. */
  async advance(): Promise<boolean> {
    const held = await this.#held()
    this.#instrumentIds = new Set(held.map(({ position }) => position.instrumentId))
    const ids = new Set(held.map(({ id }) => id))
    for (const id of this.#progress.keys()) if (!ids.has(id)) this.#progress.delete(id)
    let isReached = false
    this.#isInDoubt = false
    for (const stop of held) {
      if (stop.atVenue) await this.#skip(stop, stop.atVenue)
      else isReached = (await this.#follow(stop)) || isReached
    }
    if (performance.now() - this.#writtenAt >= WRITE_MS) await this.#write(held)
    return isReached
  }

  /** So that it goes on from where the venue had it, should it be watched here again. */
  async #skip({ id, position: { instrumentId, direction }, from }: HeldStop, order: VenueOrderRow): Promise<void> {
    const last = await this.#parts.prices.last(instrumentId)
    const { best, row } = this.#progress.get(id) ?? from
    this.#progress.set(id, { best: bestOf([order], direction) ?? best, row: last?.sequence ?? row, orderId: order.id })
  }

  async #follow({ id, position, name, levelAt, from, orders }: HeldStop): Promise<boolean> {
    const { prices, now } = this.#parts
    const isLong = position.direction === 'LONG'
    const before = this.#progress.get(id) ?? from
    // The venue may have moved it after the last look, by prices that are older than `row`.
    const left = orders.filter((order) => order.id === before.orderId)
    let best = bestOf(left, position.direction) ?? before.best
    const counted = new CountedPrices(position.direction, before.row)
    for (;;) {
      const ticks = await prices.read(position.instrumentId, counted.read + 1, MAX_ROWS)
      const isLast = ticks.length < MAX_ROWS
      for (const { price, ahead, at, row } of counted.take(ticks, isLast ? now() : null)) {
        best = isLong ? Math.max(best, ahead) : Math.min(best, ahead)
        if (isLong ? price > levelAt(best) : price < levelAt(best)) continue
        // Until the position is closed, each later look meets this price again.
        this.#progress.set(id, { best, row })
        return this.#close(position, now() - at > LATE_MS ? `${name} (late)` : name)
      }
      this.#progress.set(id, { best, row: counted.row })
      if (!isLast) continue
      this.#isInDoubt ||= counted.isInDoubt
      return false
    }
  }

  /** False if the position is being closed already, or was tried of late. */
  async #close({ id, accountId, userId, instrumentId, quantity }: PositionRow, reason: string): Promise<boolean> {
    const { installation, now } = this.#parts
    if (performance.now() - (this.#firedAt.get(id) ?? -Infinity) < AGAIN_MS) return false
    return inLedger(this.#parts, async (tx, ledger) => {
      const isClosing = and(
        eq(intents.accountId, accountId),
        eq(intents.kind, 'CLOSE'),
        inArray(intents.state, [...UNFINISHED]),
        sql`${intents.payload}->>'positionId' = ${id}`,
      )
      if ((await tx.$count(intents, isClosing)) > 0) return false
      const payload = { kind: 'CLOSE', positionId: id, quantity, reason } as const
      const row = newIntent({ accountId, userId, instrumentId, payload, installation, decidedAt: now() })
      await ledger.record({ kind: 'WRITTEN', intentId: row.id, rows: [{ table: 'intents', row }] })
      this.#firedAt.set(id, performance.now())
      return true
    })
  }

  async #held(): Promise<HeldStop[]> {
    const { db, accountId } = this.#parts
    const [control] = await db
      .select({ level: accountControl.level })
      .from(accountControl)
      .where(and(eq(accountControl.accountId, accountId), ne(accountControl.level, 'FLATTEN')))
    if (!control) return []
    const isOpen = and(eq(positions.accountId, accountId), eq(positions.status, 'OPEN'))
    const trailing = await db
      .select()
      .from(positions)
      .where(and(isOpen, isNotNull(positions.trailingStop), eq(positions.isTrailingStopRejected, false)))
    const orders = await this.#trailingOrders(trailing)
    const isRefused = and(
      eq(venueOrders.isProtective, true),
      isNull(venueOrders.intentId),
      eq(venueOrders.type, 'STOP'),
      eq(venueOrders.status, 'NEW'),
    )
    const refused = await db
      .select({ position: positions, order: venueOrders })
      .from(venueOrders)
      .innerJoin(positions, eq(positions.id, venueOrders.positionId))
      .where(
        and(isRefused, isOpen, eq(positions.isStopLossRejected, true), eq(positions.stopLoss, venueOrders.stopPrice)),
      )
    return [
      ...trailing.map((position): HeldStop => {
        const { id, trailingStop, trailingBest, openPrice, matchedRow } = position
        const from = { best: trailingBest ?? openPrice, row: matchedRow }
        const distance = (trailingStop ?? Infinity) * (position.direction === 'LONG' ? 1 : -1)
        const own = orders.filter((order) => order.positionId === id && order.trailingStop === trailingStop)
        const levelAt = (best: number): number => best - distance
        return {
          id,
          position,
          name: 'trailing-stop',
          levelAt,
          from,
          atVenue: own.findLast(isAtVenue) ?? null,
          orders: own,
        }
      }),
      ...refused.map(({ position, order: { id, stopPrice, matchedRow } }): HeldStop => {
        const never = position.direction === 'LONG' ? -Infinity : Infinity
        const from = { best: never, row: matchedRow }
        return { id, position, name: 'stop-loss', levelAt: () => stopPrice ?? never, from, atVenue: null, orders: [] }
      }),
    ]
  }

  /** The oldest first. */
  async #trailingOrders(trailing: readonly PositionRow[]): Promise<readonly VenueOrderRow[]> {
    if (trailing.length === 0) return []
    const ids = trailing.map(({ id }) => id)
    return this.#parts.db
      .select()
      .from(venueOrders)
      .where(and(inArray(venueOrders.positionId, ids), eq(venueOrders.type, 'TRAILING_STOP')))
      .orderBy(asc(venueOrders.time))
  }

  /** So that a restart has less to read. What was refused is seldom, and read again from its start. */
  async #write(held: readonly HeldStop[]): Promise<void> {
    this.#writtenAt = performance.now()
    const changed = held.flatMap(({ id, name, from }) => {
      const progress = this.#progress.get(id)
      const isSame = progress === undefined || (progress.best === from.best && progress.row === from.row)
      return isSame || name === 'stop-loss' ? [] : [{ id, ...progress }]
    })
    if (changed.length === 0) return
    await inLedger(this.#parts, async (tx) => {
      for (const { id, best, row } of changed)
        await tx.update(positions).set({ trailingBest: best, matchedRow: row }).where(eq(positions.id, id))
    })
  }
}
