import { index, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/** What works once, until it would have expired anyway. */
export const usedTokens = pgTable(
  'used_tokens',
  {
    /** SHA-256, hex. */
    hash: text().primaryKey(),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
  },
  (table) => [index('used_tokens_expiry').on(table.expiresAt)],
)
