import { doublePrecision, index, integer, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { users } from './users.ts'

/**
 * What was tried in a lineage of algorithms: one line for each optimization and each backtest. Running the same one again
 * replaces its line. Lines remain when the backtest or algorithm is deleted: it was tried all the same.
 */
export const trialLedger = pgTable(
  'trial_ledger',
  {
    lineageId: uuid('lineage_id').notNull(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Hash of script and settings. */
    manifestHash: text('manifest_hash').notNull(),
    scriptHash: text('script_hash').notNull(),
    kind: text({ enum: ['backtest', 'optimization'] }).notNull(),
    /** Distinct trials with the moments of what they earned by mean and deviation, standardized. */
    count: integer().notNull(),
    /** Those that have moments: not, for example, one that ended with an error. */
    rated: integer().notNull(),
    mean: doublePrecision().notNull(),
    squares: doublePrecision().notNull(),
    /** End of the data that they used. */
    dataEnd: timestamp('data_end', { withTimezone: true }).notNull(),
    recordedAt: timestamp('recorded_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.lineageId, table.userId, table.manifestHash] }),
    index('trial_ledger_user').on(table.userId),
  ],
)
