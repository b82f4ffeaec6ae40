import { AccountLedger, type Drizzle, newIntent, schema } from '@tradeloom/database'
import { DRILL_DISTANCE, type DrillEnd, DRILLS } from '@tradeloom/domain/drills'
import type { PlacePayload } from '@tradeloom/trading'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { isStale } from '../../../platform/leases/leases.ts'
import { closeLeft, endDrill } from '../../../trading-core/intents/end-drill.ts'
import type { TickSource } from '../../../trading-core/prices/tick-source.ts'
import { RunningDrill, shortPrice } from '../../../trading-core/prices/running-drill.ts'

const { drills, tradingAccounts } = schema

/** After the end of a drill. */
const LEFT_MS = [500, 2_000, 10_000]

type Row = typeof drills.$inferSelect & { readonly userId: string }

export interface DrillsParts {
  readonly db: Drizzle
  readonly ticks: TickSource
  /** Of this process; null until it can hold leases. */
  readonly owner: () => string | null
  /** Takes the account; false while another process works on it. */
  readonly hold: (accountId: string) => Promise<boolean>
  readonly holds: (accountId: string) => boolean
  /** Leaves the account as a killed process does. */
  readonly abandon: (accountId: string) => Promise<void>
  /** One has begun or ended. */
  readonly onChange: (account: { readonly accountId: string; readonly userId: string }) => Promise<void>
  readonly pace: number
  readonly now: () => number
}

/** Begins and ends the drills of the accounts that this process works on. */
export class Drills {
  readonly #parts: DrillsParts
  #running: ReadonlyMap<string, RunningDrill> = new Map()
  #looking: Promise<void> | null = null
  /** Those that have ended, with when it is looked whether an order of theirs was just being sent. */
  readonly #ended = new Map<string, readonly number[]>()

  constructor(parts: DrillsParts) {
    this.#parts = parts
  }

  of(accountId: string): RunningDrill | null {
    return this.#running.get(accountId) ?? null
  }

  isAbandoned(accountId: string): boolean {
    return this.of(accountId)?.isAbandoned(this.#parts.now()) === true
  }

  /** Does what is due. Calls while it is at it are one call. */
  look(): Promise<void> {
    this.#looking ??= this.#look().finally(() => (this.#looking = null))
    return this.#looking
  }

  async #look(): Promise<void> {
    const { db, owner } = this.#parts
    const own = owner()
    if (own === null) return
    const rows = await db
      .select({ drill: drills, userId: tradingAccounts.userId, isLost: sql<boolean>`${isStale}` })
      .from(drills)
      .innerJoin(tradingAccounts, eq(tradingAccounts.id, drills.accountId))
      .leftJoin(sql`lease_owners owner`, sql`owner.id = ${drills.owner}`)
      .where(isNull(drills.endedAt))
    const running = new Map<string, RunningDrill>()
    for (const { drill, userId, isLost } of rows) {
      if (drill.owner === own) running.set(drill.accountId, this.#runningOf({ ...drill, userId }))
      else if (drill.owner === null) await this.#begin({ ...drill, userId }, own, running)
      else if (isLost) await this.#end({ ...drill, userId }, 'interrupted')
    }
    const over = [...this.#running.values()].filter(({ accountId }) => !running.has(accountId))
    this.#running = running
    for (const drill of over) {
      this.#lookAgain(drill.id)
      await this.#parts.onChange(drill)
    }
    await this.#closeLeft()
    for (const { drill, userId } of rows) if (drill.owner === own) await this.#goOn({ ...drill, userId })
  }

  async #goOn(drill: Row): Promise<void> {
    const { db, now, abandon, holds } = this.#parts
    const { id, accountId } = drill
    const running = this.of(accountId)
    if (running?.id !== id) return
    if (now() >= running.endsAt) return this.#end(drill, 'over')
    const isHeld = holds(accountId)
    if (running.isAbandoned(now())) return isHeld ? abandon(accountId) : undefined
    if (!isHeld && !(await this.#parts.hold(accountId))) return this.#end(drill, 'interrupted')
    if (running.isTakenOver(now()) && drill.takenOverAt === null)
      await db
        .update(drills)
        .set({ takenOverAt: new Date(now()) })
        .where(eq(drills.id, id))
  }

  async #begin(row: Row, owner: string, running: Map<string, RunningDrill>): Promise<void> {
    const { db, ticks, hold, now, pace } = this.#parts
    const { id, accountId, userId, instrumentId, kind } = row
    if (!(await hold(accountId))) return
    const last = await ticks.last(instrumentId)
    if (!last) return this.#end(row, 'failed', 'There is no price')
    const begun = { ...row, startedAt: new Date(now()) }
    // Known before its order is sent.
    const drill = this.#runningOf(begun)
    this.#running = new Map([...this.#running, [accountId, drill]])
    const payload = orderOf(row, last)
    const isBegun = await db.transaction(async (tx) => {
      const ledger = await AccountLedger.open(tx, accountId, now)
      const [taken] = await tx
        .update(drills)
        .set({
          owner,
          startedAt: begun.startedAt,
          endsAt: new Date(begun.startedAt.getTime() + DRILLS[kind].lastsMs * pace),
        })
        .where(and(eq(drills.id, id), isNull(drills.owner), isNull(drills.endedAt)))
        .returning()
      if (!ledger || !taken) return false
      const intent = newIntent({
        id,
        accountId,
        userId,
        instrumentId,
        payload,
        installation: 'paper',
        decidedAt: now(),
      })
      const rows = [{ table: 'intents', row: intent } as const]
      await ledger.record({ kind: 'DRILL', rows: [], note: { drill: kind } })
      await ledger.record({ kind: 'WRITTEN', intentId: id, rows, note: { by: 'drill' } })
      return true
    })
    if (!isBegun) return
    running.set(accountId, drill)
    await this.#parts.onChange(drill)
  }

  async #end({ id, accountId, userId }: Row, end: DrillEnd, problem?: string): Promise<void> {
    const { db, now, onChange } = this.#parts
    this.#running = new Map([...this.#running].filter(([other]) => other !== accountId))
    await endDrill({ db, id, end, now, ...(problem === undefined ? {} : { problem }) })
    this.#lookAgain(id)
    await onChange({ accountId, userId })
  }

  #lookAgain(id: string): void {
    const { now } = this.#parts
    this.#ended.set(
      id,
      LEFT_MS.map((ms) => now() + ms),
    )
  }

  async #closeLeft(): Promise<void> {
    const { db, now } = this.#parts
    for (const [id, times] of this.#ended) {
      const later = times.filter((time) => time > now())
      if (later.length === times.length) continue
      if (later.length === 0) this.#ended.delete(id)
      else this.#ended.set(id, later)
      await closeLeft({ db, id, now })
    }
  }

  #runningOf({ startedAt, ...drill }: Row): RunningDrill {
    const { pace, now } = this.#parts
    return new RunningDrill({ ...drill, startedAt: startedAt?.getTime() ?? now(), pace })
  }
}

function orderOf({ kind, instrumentId, quantity }: Row, { bid, ask }: { bid: number; ask: number }): PlacePayload {
  const { order, fall } = DRILLS[kind]
  const isLimit = order === 'limit-below'
  const below = shortPrice(bid * (1 - DRILL_DISTANCE))
  const stopLoss = order === 'stop-passed' ? shortPrice(ask * (1 + DRILL_DISTANCE)) : below
  return {
    kind: 'PLACE',
    instrumentId,
    type: isLimit ? 'LIMIT' : 'MARKET',
    side: 'BUY',
    quantity,
    limitPrice: isLimit ? below : null,
    stopPrice: null,
    timeInForce: 'GTC',
    expiry: null,
    postOnly: false,
    reduceOnly: false,
    stopLoss: isLimit || fall === 'margin' ? null : stopLoss,
    takeProfit: null,
    trailingStop: null,
    stopLossDistance: null,
    takeProfitDistance: null,
  }
}
