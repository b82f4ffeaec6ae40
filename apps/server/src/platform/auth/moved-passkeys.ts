import { type Drizzle, schema } from '@tradeloom/database'
import { isNotNull, sql } from 'drizzle-orm'

const { credentials, identities, passkeys } = schema

export interface MovedPasskeys {
  /** For which they were made. */
  readonly hosts: string[]
  readonly passkeys: number
  readonly users: number
  /** Users who have no other way to log in. */
  readonly lockedOut: number
}

/** Passkeys that let nobody in since the address of the site has changed: `host` is that of those that do. */
export async function movedPasskeys(db: Pick<Drizzle, 'select'>, host: string | null): Promise<MovedPasskeys> {
  const isMoved = sql`${passkeys.host} is distinct from ${host}`
  const hasPassword = sql`exists (select from ${credentials} where ${credentials.userId} = ${passkeys.userId}
    and ${isNotNull(credentials.password)})`
  const hasIdentity = sql`exists (select from ${identities} where ${identities.userId} = ${passkeys.userId})`
  const hasAnother = sql`exists (select from ${passkeys} other where other.user_id = ${passkeys.userId} and other.host = ${host})`
  const lockedOut = sql<number>`count(distinct ${passkeys.userId})
    filter (where not (${hasPassword} or ${hasIdentity} or ${hasAnother}))::int`
  const [found] = await db
    .select({
      hosts: sql<string[]>`coalesce(array_agg(distinct ${passkeys.host} order by ${passkeys.host}), '{}')`,
      passkeys: sql<number>`count(*)::int`,
      users: sql<number>`count(distinct ${passkeys.userId})::int`,
      lockedOut,
    })
    .from(passkeys)
    .where(isMoved)
  return found!
}
