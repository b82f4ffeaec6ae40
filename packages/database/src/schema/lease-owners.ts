import { integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'

/** A process that holds leases. It renews its heartbeat; one that stops doing so loses its leases. */
export const leaseOwners = pgTable('lease_owners', {
  id: uuid().primaryKey(),
  host: text().notNull(),
  pid: integer().notNull(),
  startedAt: timestamp('started_at', { withTimezone: true }).notNull().defaultNow(),
  heartbeatAt: timestamp('heartbeat_at', { withTimezone: true }).notNull().defaultNow(),
})
