import { newIntent, type PositionRow, schema } from '@tradeloom/database'
import { TICK_FLAGS } from '@tradeloom/market-data/ticks'
import { hasEnded, INTENT_STATES } from '@tradeloom/trading'
import { and, eq, inArray, isNotNull, ne, sql } from 'drizzle-orm'
import { inLedger, type LeasedAccount } from '../../platform/intents/in-ledger.ts'
import type { PriceLog } from './price-log.ts'

const { accountControl, intents, positions } = schema

/** Rows of the tick log that are no prices at which anything trades. */
const NO_PRICE = TICK_FLAGS.heartbeat | TICK_FLAGS.closed
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
}

/**
 * Stops that the venue cannot hold: trailing ones at a distance in price. They are rows, and all that follows from them is
 * read from the tick log, so prices that came while the process was down count.
 */
export class HeldStops {
  readonly #parts: HeldStopsParts
  readonly #progress = new Map<string, Progress>()
  readonly #firedAt = new Map<string, number>()
  #writtenAt = -Infinity
  #instrumentIds = new Set<string>()

  constructor(parts: HeldStopsParts) {
    this.#parts = parts
  }

  /** Markets whose prices are needed. */
  get instrumentIds(): ReadonlySet<string> {
    return this.#instrumentIds
  }

  /** Compares stops with the prices that have come since. Returns whether positions are to be closed. */
  async advance(): Promise<boolean> {
    const held = await this.#held()
    this.#instrumentIds = new Set(held.map(({ instrumentId }) => instrumentId))
    const ids = new Set(held.map(({ id }) => id))
    for (const id of this.#progress.keys()) if (!ids.has(id)) this.#progress.delete(id)
    let isReached = false
    for (const position of held) isReached = (await this.#follow(position)) || isReached
    if (performance.now() - this.#writtenAt >= WRITE_MS) await this.#write(held)
    return isReached
  }

  async #follow(position: PositionRow): Promise<boolean> {
    const { id, instrumentId, trailingStop, trailingBest, openPrice, matchedRow } = position
    const { prices, now } = this.#parts
    let { best, row } = this.#progress.get(id) ?? { best: trailingBest ?? openPrice, row: matchedRow }
    for (;;) {
      const ticks = await prices.read(instrumentId, row + 1, MAX_ROWS)
      for (const tick of ticks) {
        row = tick.sequence
        if ((tick.flags & NO_PRICE) !== 0) continue
        best = Math.max(best, tick.bid)
        if (tick.bid > best - (trailingStop ?? Infinity)) continue
        const isLate = now() - tick.receivedAt > LATE_MS
        // Until the position is closed, each later look meets this price again.
        this.#progress.set(id, { best, row: row - 1 })
        return this.#close(position, isLate ? 'trailing-stop (late)' : 'trailing-stop')
      }
      this.#progress.set(id, { best, row })
      if (ticks.length < MAX_ROWS) return false
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

  async #held(): Promise<PositionRow[]> {
    const { db, accountId } = this.#parts
    const isHeld = and(
      eq(positions.accountId, accountId),
      eq(positions.status, 'OPEN'),
      isNotNull(positions.trailingStop),
      eq(positions.isTrailingStopRejected, false),
    )
    const rows = await db
      .select({ position: positions })
      .from(positions)
      .innerJoin(accountControl, eq(accountControl.accountId, positions.accountId))
      .where(and(isHeld, ne(accountControl.level, 'FLATTEN')))
    return rows.map(({ position }) => position)
  }

  /** So that a restart has less to read. */
  async #write(held: readonly PositionRow[]): Promise<void> {
    this.#writtenAt = performance.now()
    const changed = held.flatMap(({ id, trailingBest, matchedRow }) => {
      const progress = this.#progress.get(id)
      const isSame = progress === undefined || (progress.best === trailingBest && progress.row === matchedRow)
      return isSame ? [] : [{ id, ...progress }]
    })
    if (changed.length === 0) return
    await inLedger(this.#parts, async (tx) => {
      for (const { id, best, row } of changed)
        await tx.update(positions).set({ trailingBest: best, matchedRow: row }).where(eq(positions.id, id))
    })
  }
}
