import { type Drizzle, monthOf, packageOfUser, schema } from '@tradeloom/database'
import { and, eq } from 'drizzle-orm'
import { accountsOfUser } from './accounts-of-user.ts'
import type { UserRow } from './rights.ts'

const { packages, unitUsage, users } = schema

/** A user with the package and this month's usage. */
export async function readUser(db: Pick<Drizzle, 'select'>, id: string, now: number): Promise<UserRow | null> {
  const [row] = await db
    .select({ user: users, package: packages, usage: unitUsage, accounts: accountsOfUser })
    .from(users)
    .innerJoin(packages, eq(packages.id, packageOfUser(new Date(now))))
    .leftJoin(unitUsage, and(eq(unitUsage.userId, users.id), eq(unitUsage.month, monthOf(now))))
    .where(eq(users.id, id))
  return row ?? null
}
