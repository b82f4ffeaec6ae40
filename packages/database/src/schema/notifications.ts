import { index, integer, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { users } from './users.ts'

export const SEVERITIES = ['info', 'warning', 'critical'] as const
export type Severity = (typeof SEVERITIES)[number]

/** What users are told, written in the transaction of what has happened. */
export const notifications = pgTable(
  'notifications',
  {
    id: uuid().primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** One of NOTIFICATION_KINDS. */
    kind: text().notNull(),
    severity: text({ enum: SEVERITIES }).notNull(),
    subject: text().notNull(),
    /** Without amounts. */
    body: text().notNull(),
    /** Amounts, which leave the server only if the user has chosen that; one line for each that was counted. */
    amounts: text(),
    /** What it is about, such as `session:<id>`. */
    object: text(),
    /** The same thing is told once; of a digest each that has the same key is counted. */
    dedupKey: text('dedup_key').notNull(),
    /** How often it has happened, for digests. */
    count: integer().notNull().default(1),
    at: timestamp({ withTimezone: true }).notNull().defaultNow(),
    readAt: timestamp('read_at', { withTimezone: true }),
  },
  (table) => [
    uniqueIndex('notifications_once').on(table.userId, table.dedupKey),
    index('notifications_newest').on(table.userId, table.at.desc(), table.id),
  ],
)
