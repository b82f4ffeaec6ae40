import { bigint, pgTable, uuid } from 'drizzle-orm/pg-core'

/**
 * The last transactions that changed what the lists of a user show. Triggers of the migration `list_stamps` keep it, so
 * every writer counts. Equal stamps mean equal lists; a user whose lists have not changed since has no row.
 */
export const listStamps = pgTable('list_stamps', {
  userId: uuid('user_id').primaryKey(),
  /** Of the user's algorithms; for `EVERYBODY`, of what users see of others: shared algorithms, clones and names. */
  algorithms: bigint({ mode: 'bigint' }).notNull(),
  backtests: bigint({ mode: 'bigint' }).notNull(),
})

/** Stands for all users. */
export const EVERYBODY = '00000000-0000-0000-0000-000000000000'
