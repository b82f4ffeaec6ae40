import { boolean, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { brokerConnections } from './broker-connections.ts'
import { users } from './users.ts'

/** Venues that an administrator has switched on or off. A venue without a row is off: nothing is sent to it. */
export const venueSettings = pgTable('venue_settings', {
  /** As in instrument ids. */
  venueId: text('venue_id').primaryKey(),
  isOn: boolean('is_on').notNull().default(false),
  changedAt: timestamp('changed_at', { withTimezone: true }).notNull().defaultNow(),
  changedBy: uuid('changed_by').references(() => users.id, { onDelete: 'set null' }),
  /** The ids of the markets that are on while it is on; null before one of them was switched: its first one. */
  markets: jsonb().$type<readonly string[]>(),
  /** Whose account sees the prices of a venue that shows none without a login; null while nobody has marked one. */
  dataConnectionId: uuid('data_connection_id').references(() => brokerConnections.id, { onDelete: 'set null' }),
  /** Those that replace the venue's own addresses, by the names of its adapter. */
  addresses: jsonb().$type<Readonly<Record<string, string>>>().notNull().default({}),
})
