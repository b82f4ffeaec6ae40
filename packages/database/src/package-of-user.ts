import { type Placeholder, type SQL, sql } from 'drizzle-orm'
import { schema } from './schema.ts'

const { packageGrants, subscriptions, users } = schema

/** A payment that failed may be made up for during this time. */
export const GRACE_DAYS = 7

/**
 * The package of the selected user: the best of what an administrator has assigned, of a subscription in good standing,
 * and of the free one.
 */
export function packageOfUser(now: Date | Placeholder): SQL<number> {
  return sql<number>`greatest(0,
    (select "grant".package_id from ${packageGrants} "grant" where "grant".user_id = ${users.id}
      and ("grant".until is null or "grant".until > ${now}::timestamptz)),
    (select paid.package_id from ${subscriptions} paid where paid.user_id = ${users.id}
      and (paid.status in ('active', 'trialing') or paid.status = 'past_due'
        and paid.past_due_since > ${now}::timestamptz - make_interval(days => ${sql.raw(String(GRACE_DAYS))}))))`.mapWith(
    Number,
  )
}
