import { eq, sql } from 'drizzle-orm'
import { schema } from './schema.ts'
import type { Drizzle, Transaction } from './start-database.ts'

const { users } = schema

/** Advisory lock under which administrators are appointed and dismissed. */
const ADMINISTRATORS_LOCK = 7_236_016

/** Runs `work` while nobody else changes who is an administrator; it receives the ids of all of them. */
export async function withAdministrators<Result>(
  db: Pick<Drizzle, 'transaction'>,
  work: (tx: Transaction, ids: ReadonlySet<string>) => Promise<Result>,
): Promise<Result> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${ADMINISTRATORS_LOCK})`)
    const found = await tx.select({ id: users.id }).from(users).where(eq(users.isAdmin, true))
    return work(tx, new Set(found.map(({ id }) => id)))
  })
}

/** Returns false, with no effect, if the user is the last administrator and would no longer be one. */
export async function setAdministrator(
  db: Pick<Drizzle, 'transaction'>,
  userId: string,
  isAdmin: boolean,
): Promise<boolean> {
  return withAdministrators(db, async (tx, ids) => {
    if (!isAdmin && ids.has(userId) && ids.size === 1) return false
    await tx.update(users).set({ isAdmin }).where(eq(users.id, userId))
    return true
  })
}
