import { boolean, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { bytes } from '../bytes-column.ts'
import { users } from './users.ts'

/** Data providers that an administrator has switched on or off. One without a row is off: nothing is sent to it. */
export const sourceSettings = pgTable('source_settings', {
  provider: text().primaryKey(),
  isOn: boolean('is_on').notNull().default(false),
  changedAt: timestamp('changed_at', { withTimezone: true }).notNull().defaultNow(),
  changedBy: uuid('changed_by').references(() => users.id, { onDelete: 'set null' }),
  /** The operator's key, sealed; null without one. */
  apiKey: bytes('api_key'),
  maskedKey: text('masked_key'),
  /** When its lists are requested next: a server that does so moves it first. */
  dueAt: timestamp('due_at', { withTimezone: true }).notNull().defaultNow(),
  listedAt: timestamp('listed_at', { withTimezone: true }),
  /** Why its lists could not be refreshed the last time. */
  problem: text(),
})
