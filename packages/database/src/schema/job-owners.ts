import { integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'

/** A server process that works on jobs. It renews its heartbeat; one that stops doing so loses its leases. */
export const jobOwners = pgTable('job_owners', {
  id: uuid().primaryKey(),
  host: text().notNull(),
  pid: integer().notNull(),
  startedAt: timestamp('started_at', { withTimezone: true }).notNull().defaultNow(),
  heartbeatAt: timestamp('heartbeat_at', { withTimezone: true }).notNull().defaultNow(),
})
