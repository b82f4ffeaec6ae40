import { index, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { users } from './users.ts'

/** Subjects of issuers that users sign in with. An address never says who somebody is. No tokens are kept. */
export const identities = pgTable(
  'identities',
  {
    id: uuid().primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** As its tokens state it. */
    issuer: text().notNull(),
    subject: text().notNull(),
    /** By which name the issuer was known when it was linked. */
    network: text().notNull(),
    /** As the issuer last stated it: for its user to recognize, and for nothing else. */
    email: text(),
    linkedAt: timestamp('linked_at', { withTimezone: true }).notNull().defaultNow(),
    usedAt: timestamp('used_at', { withTimezone: true }),
  },
  (table) => [
    uniqueIndex('identities_subject').on(table.issuer, table.subject),
    index('identities_user').on(table.userId),
  ],
)
