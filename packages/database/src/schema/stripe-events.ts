import { index, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/** What the payment provider has reported: each event counts once, however often it arrives. */
export const stripeEvents = pgTable(
  'stripe_events',
  {
    id: text().primaryKey(),
    type: text().notNull(),
    /** Null for events that concern no customer. */
    customerId: text('customer_id'),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    receivedAt: timestamp('received_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [index('stripe_events_customer').on(table.customerId, table.createdAt)],
)
