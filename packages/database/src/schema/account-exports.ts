import { sql } from 'drizzle-orm'
import { bigint, index, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { users } from './users.ts'

/** Copies of everything of a user, each a file in the data folder that is removed after a day. */
export const accountExports = pgTable(
  'account_exports',
  {
    id: uuid().primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    status: text({ enum: ['Queued', 'In Progress', 'Completed', 'Failed'] })
      .notNull()
      .default('Queued'),
    /** Why it failed. */
    detail: text(),
    bytes: bigint({ mode: 'number' }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    expiresAt: timestamp('expires_at', { withTimezone: true }),
  },
  (table) => [
    index('account_exports_user').on(table.userId, table.createdAt.desc()),
    uniqueIndex('account_exports_unfinished')
      .on(table.userId)
      .where(sql`${table.status} in ('Queued', 'In Progress')`),
  ],
)
