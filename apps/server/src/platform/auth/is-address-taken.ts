import { type Drizzle, schema } from '@tradeloom/database'
import { and, eq, gt, isNull, ne } from 'drizzle-orm'

const { accountLinks, users } = schema

/**
 * Whether an address is that of an account other than `exceptOf`, or may become it again: as long as a change can be
 * undone, nobody else gets the old address.
 */
export async function isAddressTaken(
  db: Pick<Drizzle, '$count'>,
  email: string,
  now: number,
  exceptOf?: string,
): Promise<boolean> {
  const isReserved = and(
    eq(accountLinks.email, email),
    eq(accountLinks.purpose, 'undo-email'),
    isNull(accountLinks.usedAt),
    gt(accountLinks.expiresAt, new Date(now)),
    exceptOf === undefined ? undefined : ne(accountLinks.userId, exceptOf),
  )
  return (await db.$count(users, eq(users.email, email))) > 0 || (await db.$count(accountLinks, isReserved)) > 0
}
