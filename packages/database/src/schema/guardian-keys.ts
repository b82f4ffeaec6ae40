import { pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { bytes } from '../bytes-column.ts'
import { exchangeKeys } from './exchange-keys.ts'

/** Second keys of connections, for the guardian alone, sealed like the first ones. */
export const guardianKeys = pgTable('guardian_keys', {
  connectionId: uuid('connection_id')
    .primaryKey()
    .references(() => exchangeKeys.connectionId, { onDelete: 'cascade' }),
  /** A box for `brokers` and the guardian; null once it was erased because the key may not be kept. */
  credentials: bytes(),
  /** As its owner sees it: the last characters only. */
  maskedKey: text('masked_key').notNull(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  /** When it was found to open the same accounts; null: the guardian does not use it. */
  acceptedAt: timestamp('accepted_at', { withTimezone: true }),
  /** Why it is not accepted, or could not be tried again; null if all is well, or it was not tried yet. */
  problem: text(),
})
