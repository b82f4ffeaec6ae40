import { createHmac } from 'node:crypto'
import { type Drizzle, newId, schema } from '@tradeloom/database'
import type { SourceBudget, SourceLimits, SourceProvider, SourceTurn } from '@tradeloom/market-data/sources'
import { and, eq, lt, sql } from 'drizzle-orm'

const { sourceBudgets } = schema

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
/** A server that was killed keeps its turn for so long: longer than any request takes. */
const RUNNING_MS = 30_000
const AGAIN_MS = 250

type Row = typeof sourceBudgets.$inferSelect

/** Counts in the database what all servers together send to a provider with one key. */
export class SourceLimitsTable implements SourceLimits {
  readonly #db: Drizzle
  readonly #provider: Pick<SourceProvider, 'name' | 'budget'>
  readonly #keyHash: string

  /** `share`: how much of the budget may be used, by this and all others, when a turn is taken here. */
  constructor(
    db: Drizzle,
    { name, budget }: Pick<SourceProvider, 'name' | 'budget'>,
    key: string | null,
    secret: string,
    share = 1,
  ) {
    this.#db = db
    this.#provider = { name, budget: shareOf(budget, share) }
    this.#keyHash = hashOf(key, secret)
  }

  async take(): Promise<SourceTurn | number> {
    const id = newId()
    const wait = await this.#change((row, now) => takeTurn(row, id, now, this.#provider.budget))
    return wait === 0 ? { end: () => this.#change((row) => endTurn(row, id)).then(() => undefined) } : wait
  }

  async silence(ms: number): Promise<void> {
    await this.#change((row, now) => {
      row.silentUntil = Math.max(row.silentUntil, now + ms)
      return 0
    })
  }

  /** Under the lock of its row, and by the clock that all servers share. */
  async #change(change: (row: Row, now: number) => number): Promise<number> {
    const place = { provider: this.#provider.name, keyHash: this.#keyHash }
    return this.#db.transaction(async (tx) => {
      await tx.insert(sourceBudgets).values(place).onConflictDoNothing()
      const isHere = and(eq(sourceBudgets.provider, place.provider), eq(sourceBudgets.keyHash, place.keyHash))
      const [found] = await tx
        .select({ row: sourceBudgets, now: sql<number>`extract(epoch from clock_timestamp())::float8 * 1000` })
        .from(sourceBudgets)
        .where(isHere)
        .for('update')
      if (!found) throw new Error('The row of a budget is gone')
      const wait = change(found.row, Math.floor(found.now))
      const { provider: _, keyHash: __, ...values } = found.row
      await tx.update(sourceBudgets).set(values).where(isHere)
      return wait
    })
  }
}

/** Rows that nobody has used for days. */
export async function clearBudgets(db: Drizzle, now: number): Promise<void> {
  await db.delete(sourceBudgets).where(lt(sourceBudgets.day, new Date(now - 3 * DAY).toISOString().slice(0, 10)))
}

/** 0 with a turn, or when to ask again. */
function takeTurn(row: Row, id: string, now: number, budget: SourceProvider['budget']): number {
  if (row.silentUntil > now) return row.silentUntil - now
  row.running = Object.fromEntries(Object.entries(row.running).filter(([, until]) => until > now))
  if (Object.keys(row.running).length >= budget.atOnce) return AGAIN_MS
  row.sent = row.sent.filter((time) => time > now - MINUTE)
  const last = row.sent.at(-budget.perMinute)
  if (last !== undefined) return Math.max(1, last + MINUTE - now)
  const day = new Date(now).toISOString().slice(0, 10)
  if (row.day !== day) [row.day, row.sentToday] = [day, 0]
  if (row.sentToday >= (budget.perDay ?? Infinity)) return DAY - (now % DAY)
  row.sent.push(now)
  row.sentToday += 1
  row.running[id] = now + RUNNING_MS
  return 0
}

function endTurn(row: Row, id: string): number {
  delete row.running[id]
  return 0
}

/** Rows name no keys. */
function hashOf(key: string | null, secret: string): string {
  return key === null ? '' : createHmac('sha256', secret).update(`source ${key}`).digest('base64url')
}

function shareOf({ perMinute, perDay, atOnce }: SourceBudget, share: number): SourceBudget {
  const part = (all: number): number => Math.max(1, Math.floor(all * share))
  return {
    perMinute: part(perMinute),
    atOnce: part(atOnce),
    ...(perDay === undefined ? {} : { perDay: part(perDay) }),
  }
}
