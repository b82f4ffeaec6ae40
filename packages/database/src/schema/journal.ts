import { bigint, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'

/**
 * Every change of an account in the order in which it was committed, each linked to the one before it by its hash. A
 * trigger refuses to change, delete or truncate. Nothing is referenced, because it outlives accounts and users.
 */
export const journal = pgTable(
  'journal',
  {
    accountId: uuid('account_id').notNull(),
    /** From 1, without gaps. */
    n: bigint({ mode: 'number' }).notNull(),
    at: timestamp({ withTimezone: true }).notNull(),
    kind: text().notNull(),
    intentId: uuid('intent_id'),
    /** Canonical JSON, as it was hashed. */
    body: text().notNull(),
    prev: text().notNull(),
    hash: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.n] })],
)
