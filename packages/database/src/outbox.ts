import { desc } from 'drizzle-orm'
import { schema } from './schema.ts'
import type { Drizzle } from './start-database.ts'

const { mailOutbox } = schema

const LISTED = 100

type StoredMail = typeof mailOutbox.$inferSelect

/** The newest mail first. */
export async function newestMail(db: Pick<Drizzle, 'select'>): Promise<StoredMail[]> {
  return db.select().from(mailOutbox).orderBy(desc(mailOutbox.createdAt)).limit(LISTED)
}
