import { sql } from 'drizzle-orm'
import { pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { bytes } from '../bytes-column.ts'

/** Master keys that secrets were sealed under, by their fingerprints: another one is noticed at the start. */
export const installationKeys = pgTable(
  'installation_keys',
  {
    id: uuid().primaryKey(),
    fingerprint: text().notNull(),
    /** What keys of exchanges are sealed with; null until a server with the key has started since there is this column. */
    publicKey: bytes('public_key'),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    /** `next`: secrets are being sealed under it, instead of under the active one. */
    state: text({ enum: ['active', 'next', 'retired'] }).notNull(),
    /** When somebody confirmed to have it on paper. */
    exportedAt: timestamp('exported_at', { withTimezone: true }),
  },
  (table) => [
    uniqueIndex('installation_keys_active')
      .on(table.state)
      .where(sql`${table.state} = 'active'`),
  ],
)
