import { pgTable, smallint, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { packages } from './packages.ts'
import { users } from './users.ts'

/** Packages that administrators have assigned, one of each user. Who assigned what before is in the audit log. */
export const packageGrants = pgTable('package_grants', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  packageId: smallint('package_id')
    .notNull()
    .references(() => packages.id),
  /** Null: for good. */
  until: timestamp({ withTimezone: true }),
  /** Null: from before assignments were grants. */
  by: uuid().references(() => users.id, { onDelete: 'set null' }),
  reason: text(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
})
