import { and, exists, eq, or, sql, type SQL } from 'drizzle-orm'
import { packageOfUser } from './package-of-user.ts'
import { schema } from './schema.ts'
import type { Drizzle } from './start-database.ts'

const { algorithms, credentials, identities, passkeys, unitUsage, users } = schema

/** A user who can sign in, as an operator sees one. The system user that owns the samples cannot, and is never listed. */
export interface Person {
  readonly id: string
  readonly username: string
  readonly email: string
  readonly isAdmin: boolean
  readonly packageId: number
  readonly createdAt: Date
  readonly lastLoginAt: Date | null
  readonly algorithmCount: number
  /** Compute units used this month. */
  readonly unitsUsed: number
}

type Reader = Pick<Drizzle, 'select' | 'selectDistinct' | '$count'>

/** The users that a condition selects, the newest first. */
export async function findPeople(
  db: Reader,
  { where, limit, offset, now }: { where?: SQL | undefined; limit?: number; offset?: number; now: number },
): Promise<Person[]> {
  const query = db
    .select({
      id: users.id,
      username: users.displayUsername,
      email: users.email,
      isAdmin: users.isAdmin,
      packageId: packageOfUser(new Date(now)),
      createdAt: users.createdAt,
      lastLoginAt: users.lastLoginAt,
      algorithmCount: db.$count(algorithms, eq(algorithms.userId, users.id)),
      unitsUsed: sql<number>`coalesce(${unitUsage.used}, 0)`.mapWith(Number),
    })
    .from(users)
    .leftJoin(unitUsage, and(eq(unitUsage.userId, users.id), eq(unitUsage.month, monthOf(now))))
    .where(and(canSignIn(db), where))
    .orderBy(sql`${users.createdAt} desc, ${users.id}`)
  if (limit !== undefined) return query.limit(limit).offset(offset ?? 0)
  return query
}

/** By user name or email address, in any case; null if there is none. */
export async function findPerson(db: Reader, nameOrEmail: string, now: number): Promise<Person | null> {
  const wanted = nameOrEmail.toLowerCase()
  const [person] = await findPeople(db, { where: eq(wanted.includes('@') ? users.email : users.username, wanted), now })
  return person ?? null
}

export async function countPeople(db: Reader, where?: SQL): Promise<number> {
  return db.$count(users, and(canSignIn(db), where))
}

/** The first day of a time's month, UTC. */
export function monthOf(time: number): string {
  return `${new Date(time).toISOString().slice(0, 7)}-01`
}

function canSignIn(db: Reader): SQL | undefined {
  const some = (table: typeof credentials | typeof identities | typeof passkeys): SQL =>
    exists(
      db
        .select({ one: sql`1` })
        .from(table)
        .where(eq(table.userId, users.id)),
    )
  return or(some(credentials), some(identities), some(passkeys))
}
