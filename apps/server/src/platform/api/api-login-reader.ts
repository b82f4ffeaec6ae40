import { type Drizzle, monthOf, packageOfUser, schema } from '@tradeloom/database'
import { and, eq, sql } from 'drizzle-orm'
import { accountsOfUser } from '../auth/accounts-of-user.ts'

const { apiKeys, packages, unitUsage, users } = schema

/** Finds a key with its user by one query. */
export function createApiLoginReader(db: Drizzle, now: () => number) {
  const query = db
    .select({ apiKey: apiKeys, user: users, package: packages, usage: unitUsage, accounts: accountsOfUser })
    .from(apiKeys)
    .innerJoin(users, eq(users.id, apiKeys.userId))
    .innerJoin(packages, eq(packages.id, packageOfUser(sql.placeholder('now'))))
    .leftJoin(unitUsage, and(eq(unitUsage.userId, users.id), eq(unitUsage.month, sql.placeholder('month'))))
    .where(eq(apiKeys.key, sql.placeholder('key')))
    .prepare('login_of_api_key')
  return async (key: string) => {
    const at = now()
    const [found] = await query.execute({ key, month: monthOf(at), now: new Date(at) })
    return found ?? null
  }
}
