import { setTimeout as pause } from 'node:timers/promises'
import { type Drizzle, type IntentRow, schema, type Transaction } from '@tradeloom/database'
import { and, eq, sql } from 'drizzle-orm'

const { arbitrageAttempts, intents } = schema

/** For so long the one that is ready waits for the other one. */
const READY_MS = 1_000
/** From when both are ready to when they send: the one that was ready first has to hear of it. */
const LEAD_MS = 60
const LOOK_MS = 5
/** Two legs leave within this, or the later one is not sent. */
export const APART_MS = 20

const OTHER_NOT_READY = `the other leg could not be sent within ${READY_MS / 1000} s`
const TOO_LATE = `it would have left more than ${APART_MS} ms after the other leg`

/** The attempt of which an order is a leg; null for any other request. */
export function attemptOf({ payload }: Pick<IntentRow, 'payload'>): string | null {
  return payload.kind === 'PLACE' ? (payload.attemptId ?? null) : null
}

/**
 * Where the two legs of an attempt wait for each other. Each process claims its leg and says that it is ready, in one
 * transaction; the second one to be ready sets the time at which both send, by the clock of the database.
 */
export class AttemptGate {
  readonly #db: Drizzle

  constructor(db: Drizzle) {
    this.#db = db
  }

  /** The other leg, if the same account sends both: they are claimed together. */
  async partner(tx: Transaction, intent: IntentRow): Promise<IntentRow | undefined> {
    const attempt = await lock(tx, attemptOf(intent))
    if (!attempt || attempt.buyAccountId !== attempt.sellAccountId) return undefined
    return readIntent(tx, otherOf(attempt, intent))
  }

  /** Says that a leg was claimed and can be sent; or why it is not to be. Call it while its account is locked. */
  async confirm(tx: Transaction, intent: IntentRow, isWhole: boolean): Promise<string | null> {
    const attempt = await lock(tx, attemptOf(intent))
    if (!attempt) return 'its attempt is gone'
    if (attempt.state !== 'WAITING') return attempt.reason ?? OTHER_NOT_READY
    const isBuy = attempt.buyIntentId === intent.id
    const otherReadyAt = isBuy ? attempt.sellReadyAt : attempt.buyReadyAt
    const readyAt = { [isBuy ? 'buyReadyAt' : 'sellReadyAt']: sql`clock_timestamp()` }
    const go = { state: 'GONE', goAt: sql`clock_timestamp() + ${isWhole ? 0 : LEAD_MS} * interval '1 ms'` } as const
    if (!isWhole && otherReadyAt === null) {
      await update(tx, attempt.id, readyAt)
      return null
    }
    if (!isWhole && !(await isWaiting(tx, otherOf(attempt, intent), otherReadyAt as Date))) {
      await this.abandon(tx, attempt.id, OTHER_NOT_READY)
      return OTHER_NOT_READY
    }
    await update(tx, attempt.id, { ...readyAt, ...go })
    return null
  }

  /** Neither leg is sent any more. False if both may have left. */
  async abandon(tx: Pick<Transaction, 'update'>, attemptId: string, reason: string): Promise<boolean> {
    const changed = await tx
      .update(arbitrageAttempts)
      .set({ state: 'ABANDONED', reason })
      .where(and(eq(arbitrageAttempts.id, attemptId), eq(arbitrageAttempts.state, 'WAITING')))
      .returning({ id: arbitrageAttempts.id })
    return changed.length > 0
  }

  /** Waits until both legs leave. Returns the monotonic time that was set for it, or why there is none. */
  async start(attemptId: string): Promise<number | string> {
    const until = performance.now() + READY_MS
    for (;;) {
      const askedAt = performance.now()
      const { rows } = await this.#db.execute<{ state: string; reason: string | null; left: number | null }>(
        sql`select state, reason, (extract(epoch from go_at - clock_timestamp()) * 1000)::float8 as left
            from ${arbitrageAttempts} where id = ${attemptId}`,
      )
      const [row] = rows
      if (row?.left != null) return this.#await((askedAt + performance.now()) / 2 + row.left)
      if (row?.state !== 'WAITING') return row?.reason ?? OTHER_NOT_READY
      // The other one may be ready just now: then the next look finds it.
      if (performance.now() > until) await this.abandon(this.#db, attemptId, OTHER_NOT_READY)
      else await pause(LOOK_MS)
    }
  }

  async #await(at: number): Promise<number | string> {
    await pause(Math.max(0, at - performance.now()))
    return performance.now() - at > APART_MS ? TOO_LATE : at
  }

  /** How late a leg has left, for whoever compares the two. */
  async left(intent: IntentRow, lateMs: number): Promise<void> {
    const late = Math.max(0, Math.round(lateMs * 100) / 100)
    await this.#db.execute(
      sql`update ${arbitrageAttempts} set
            buy_late = case when buy_intent_id = ${intent.id} then ${late} else buy_late end,
            sell_late = case when sell_intent_id = ${intent.id} then ${late} else sell_late end
          where id = ${attemptOf(intent)}`,
    )
  }
}

type AttemptRow = typeof arbitrageAttempts.$inferSelect

async function lock(tx: Transaction, id: string | null): Promise<AttemptRow | undefined> {
  if (id === null) return undefined
  const [attempt] = await tx.select().from(arbitrageAttempts).where(eq(arbitrageAttempts.id, id)).for('update')
  return attempt
}

async function update(tx: Transaction, id: string, changes: object): Promise<void> {
  await tx.update(arbitrageAttempts).set(changes).where(eq(arbitrageAttempts.id, id))
}

function otherOf({ buyIntentId, sellIntentId }: AttemptRow, { id }: IntentRow): string {
  return buyIntentId === id ? sellIntentId : buyIntentId
}

async function readIntent(tx: Transaction, id: string): Promise<IntentRow | undefined> {
  const [intent] = await tx.select().from(intents).where(eq(intents.id, id))
  return intent
}

/** Whether a leg that was claimed waits: its process may have died meanwhile. */
async function isWaiting(tx: Transaction, id: string, readyAt: Date): Promise<boolean> {
  const { rows } = await tx.execute(
    sql`select from ${intents} where id = ${id} and state = 'SENDING'
        and ${readyAt} > clock_timestamp() - ${READY_MS} * interval '1 ms'`,
  )
  return rows.length > 0
}
