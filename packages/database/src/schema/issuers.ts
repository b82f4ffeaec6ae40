import { boolean, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { bytes } from '../bytes-column.ts'

/** Issuers that administrators have added, besides those of the configuration. */
export const issuers = pgTable(
  'issuers',
  {
    id: uuid().primaryKey(),
    /** Of its addresses: `/oauth/desk/start`. */
    network: text().notNull(),
    label: text().notNull(),
    issuer: text().notNull(),
    clientId: text('client_id').notNull(),
    /** Sealed; null for a client without one. */
    clientSecret: bytes('client_secret'),
    /** Whether an address counts as confirmed because this issuer says so. */
    isTrustedForEmail: boolean('is_trusted_for_email').notNull().default(false),
    /** Whether a second factor counts that its tokens state. */
    isTrustedForFactors: boolean('is_trusted_for_factors').notNull().default(false),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [uniqueIndex('issuers_network').on(table.network)],
)
