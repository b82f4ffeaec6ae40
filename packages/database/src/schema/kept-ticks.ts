import { pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { users } from './users.ts'

/** Instruments whose logged ticks are kept because somebody wants it. */
export const keptTicks = pgTable('kept_ticks', {
  instrumentId: text('instrument_id').primaryKey(),
  keptBy: uuid('kept_by').references(() => users.id, { onDelete: 'set null' }),
  keptAt: timestamp('kept_at', { withTimezone: true }).notNull().defaultNow(),
})
