import { pgTable, text, timestamp, unique, uuid } from 'drizzle-orm/pg-core'
import { bytes } from '../bytes-column.ts'
import { users } from './users.ts'

/** Keys of users at data providers. */
export const sourceKeys = pgTable(
  'source_keys',
  {
    id: uuid().primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    provider: text().notNull(),
    /** Sealed. */
    apiKey: bytes('api_key').notNull(),
    /** As its owner sees it: the last characters only. */
    maskedKey: text('masked_key').notNull(),
    savedAt: timestamp('saved_at', { withTimezone: true }).notNull(),
  },
  (table) => [unique('source_keys_user').on(table.userId, table.provider)],
)
