import { sql } from 'drizzle-orm'
import { pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'

/** Master keys that secrets were sealed under, by their fingerprints: another one is noticed at the start. */
export const installationKeys = pgTable(
  'installation_keys',
  {
    id: uuid().primaryKey(),
    fingerprint: text().notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    state: text({ enum: ['active', 'retired'] }).notNull(),
  },
  (table) => [
    uniqueIndex('installation_keys_active')
      .on(table.state)
      .where(sql`${table.state} = 'active'`),
  ],
)
