import { pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { bytes } from '../bytes-column.ts'
import { brokerConnections } from './broker-connections.ts'

/** Keys of users at venues, sealed: those who write them cannot read them. */
export const exchangeKeys = pgTable('exchange_keys', {
  connectionId: uuid('connection_id')
    .primaryKey()
    .references(() => brokerConnections.id, { onDelete: 'cascade' }),
  /** A box for `brokers` with the fields of the form as JSON; null once it was erased because the key may not be kept. */
  credentials: bytes(),
  /** Two boxes of earlier versions, with the key and the secret; null where there is one for all. */
  apiKey: bytes('api_key'),
  apiSecret: bytes('api_secret'),
  /** As its owner sees it: the last characters only. */
  maskedKey: text('masked_key').notNull(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  lastUsedAt: timestamp('last_used_at', { withTimezone: true }),
  /** When the venue or a rule has refused it for good; null while it may be used. */
  refusedAt: timestamp('refused_at', { withTimezone: true }),
  /** What its owner should change, such as a missing list of addresses. */
  warning: text(),
})
