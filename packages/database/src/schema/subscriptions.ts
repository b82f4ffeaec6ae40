import { boolean, integer, pgTable, smallint, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { packages } from './packages.ts'
import { users } from './users.ts'

/**
 * What users pay for, as the payment provider stated it when it was asked last: every sync replaces the whole row, and
 * nothing else writes it.
 */
export const subscriptions = pgTable('subscriptions', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  customerId: text('customer_id').notNull().unique(),
  /** Null until something is bought. */
  subscriptionId: text('subscription_id'),
  /** The provider's own word. */
  status: text(),
  priceId: text('price_id'),
  packageId: smallint('package_id').references(() => packages.id),
  /** Until when is paid, or was to be paid. */
  periodEnd: timestamp('period_end', { withTimezone: true }),
  /** Since when the oldest invoice is not paid. */
  pastDueSince: timestamp('past_due_since', { withTimezone: true }),
  /** What the package becomes at `changesAt`: 0 when the subscription ends. */
  nextPackageId: smallint('next_package_id').references(() => packages.id),
  changesAt: timestamp('changes_at', { withTimezone: true }),
  /** Whether a change waits for its payment. */
  isChanging: boolean('is_changing').notNull().default(false),
  /** Subscriptions that are paid besides this one, which should not be. */
  others: integer().notNull().default(0),
  syncedAt: timestamp('synced_at', { withTimezone: true }).notNull(),
})
