import { bigint, pgTable, uuid } from 'drizzle-orm/pg-core'

/**
 * The last transactions that changed the contents of a user's lists. Triggers of the migration `list_stamps` update it,
 * so it covers all writers. Equal stamps mean equal lists; a user without changes since the migration has no row.
 */
export const listStamps = pgTable('list_stamps', {
  userId: uuid('user_id').primaryKey(),
  /** For the user's algorithms; for `EVERYBODY`, for what users see of others: shared algorithms, clones and names. */
  algorithms: bigint({ mode: 'bigint' }).notNull(),
  backtests: bigint({ mode: 'bigint' }).notNull(),
})

/** Stands for all users. */
export const EVERYBODY = '00000000-0000-0000-0000-000000000000'
