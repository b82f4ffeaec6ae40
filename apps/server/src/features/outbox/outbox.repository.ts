import { type Drizzle, newId, schema, type Transaction } from '@tradeloom/database'
import { and, eq, gt, isNull, lt, lte, ne, or, sql } from 'drizzle-orm'
import type { Mail } from './mail.ts'

const { mailOutbox } = schema

type Row = typeof mailOutbox.$inferSelect

const LASTS_MS = 60 * 60_000
const MINUTE_MS = 60_000
/** Pauses after the tries of one job have failed; the last one repeats. */
const LATER_MS = [2 * MINUTE_MS, 5 * MINUTE_MS, 20 * MINUTE_MS]
const AT_ONCE = 100
const MAX_ERROR_LENGTH = 500

export function createOutboxRepository(db: Drizzle, now: () => number) {
  const isWaiting = () =>
    and(isNull(mailOutbox.sentAt), ne(mailOutbox.body, ''), gt(mailOutbox.expiresAt, new Date(now())))
  return {
    async addIn(tx: Transaction, { lastsMs = LASTS_MS, ...mail }: Mail): Promise<string> {
      const id = newId()
      await tx.insert(mailOutbox).values({ id, ...mail, expiresAt: new Date(now() + lastsMs) })
      return id
    },

    /** Null once it was sent or is out of date. */
    async waiting(id: string): Promise<Row | null> {
      const [row] = await db
        .select()
        .from(mailOutbox)
        .where(and(eq(mailOutbox.id, id), isWaiting()))
      return row ?? null
    },

    async allWaiting(): Promise<string[]> {
      const rows = await db.select({ id: mailOutbox.id }).from(mailOutbox).where(isWaiting())
      return rows.map(({ id }) => id)
    },

    async sentIn(tx: Transaction, id: string): Promise<void> {
      const sent = { sentAt: new Date(now()), body: '', error: null, attempts: sql`${mailOutbox.attempts} + 1` }
      await tx.update(mailOutbox).set(sent).where(eq(mailOutbox.id, id))
    },

    /** What is to be tried again now, and what was posted at the terminal: nobody has queued that. */
    async dueAgain(): Promise<string[]> {
      const isOld = lte(mailOutbox.createdAt, new Date(now() - MINUTE_MS))
      const isUnqueued = or(gt(mailOutbox.attempts, 0), isOld)
      const rows = await db
        .select({ id: mailOutbox.id })
        .from(mailOutbox)
        .where(and(isWaiting(), isUnqueued, lte(mailOutbox.nextAt, new Date(now()))))
        .orderBy(mailOutbox.nextAt)
        .limit(AT_ONCE)
      return rows.map(({ id }) => id)
    },

    /** `jobs`: how many jobs have tried it in vain, with this one. */
    async failed(id: string, error: string, jobs: number): Promise<void> {
      const pauseMs = LATER_MS[Math.min(jobs, LATER_MS.length) - 1] ?? MINUTE_MS
      const failed = {
        error: error.slice(0, MAX_ERROR_LENGTH),
        attempts: sql`${mailOutbox.attempts} + 1`,
        nextAt: new Date(now() + pauseMs),
      }
      await db.update(mailOutbox).set(failed).where(eq(mailOutbox.id, id))
    },

    /** Removes the texts of mail that is out of date. */
    async clearOld(): Promise<void> {
      await db
        .update(mailOutbox)
        .set({ body: '' })
        .where(and(ne(mailOutbox.body, ''), lt(mailOutbox.expiresAt, new Date(now()))))
    },
  }
}

export type OutboxRepository = ReturnType<typeof createOutboxRepository>
