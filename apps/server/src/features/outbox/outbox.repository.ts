import { type Drizzle, newId, schema, type Transaction } from '@tradeloom/database'
import { and, eq, gt, isNull, lt, ne, sql } from 'drizzle-orm'
import type { Mail } from './mail.ts'

const { mailOutbox } = schema

type Row = typeof mailOutbox.$inferSelect

/** Links in mail are valid for an hour; after that nobody needs the text. */
const KEEP_TEXT_MS = 60 * 60_000
const MAX_ERROR_LENGTH = 500

export function createOutboxRepository(db: Drizzle, now: () => number) {
  const isWaiting = () =>
    and(isNull(mailOutbox.sentAt), ne(mailOutbox.body, ''), gt(mailOutbox.createdAt, new Date(now() - KEEP_TEXT_MS)))
  return {
    async addIn(tx: Transaction, mail: Mail): Promise<string> {
      const id = newId()
      await tx.insert(mailOutbox).values({ id, ...mail })
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

    async failed(id: string, error: string): Promise<void> {
      const failed = { error: error.slice(0, MAX_ERROR_LENGTH), attempts: sql`${mailOutbox.attempts} + 1` }
      await db.update(mailOutbox).set(failed).where(eq(mailOutbox.id, id))
    },

    /** Removes the texts of mail that is out of date. */
    async clearOld(): Promise<void> {
      const longAgo = new Date(now() - KEEP_TEXT_MS)
      await db
        .update(mailOutbox)
        .set({ body: '' })
        .where(and(ne(mailOutbox.body, ''), lt(mailOutbox.createdAt, longAgo)))
    },
  }
}

export type OutboxRepository = ReturnType<typeof createOutboxRepository>
