import { integer, jsonb, pgTable, timestamp, uuid } from 'drizzle-orm/pg-core'
import { bytes } from '../bytes-column.ts'
import { backtests } from './backtests.ts'

/**
 * The result of a run: small parts as JSON columns, large parts compressed. Results of engines before 2.3 have their
 * long parts and metrics as separate JSON; later ones store everything in `packed`.
 */
export const backtestResults = pgTable('backtest_results', {
  backtestId: uuid('backtest_id')
    .primaryKey()
    .references(() => backtests.id, { onDelete: 'cascade' }),
  /** Null if the run ended with an error and only its log is kept. */
  statistics: jsonb().$type<Record<string, number | null>>(),
  metrics: jsonb().$type<Record<string, unknown>>(),
  warnings: jsonb().$type<string[]>().notNull(),
  endPrices: jsonb('end_prices').$type<{ time: number; bid: number; ask: number }>(),
  manifest: jsonb('passport').$type<Record<string, unknown>>().notNull(),
  /** Data quality and the profit near defects; null for results that predate data grading. */
  dataQuality: jsonb('data_quality').$type<Record<string, unknown>>(),
  /** The whole result as columns, as the runner wrote it, compressed with zstd. */
  packed: bytes(),
  /** Metrics and breakdowns as gzipped JSON, stored on their first request. */
  analysis: bytes(),
  /** Gzipped JSON, as are the following columns. */
  positions: bytes(),
  orders: bytes(),
  /** Equity curve and breakdowns; results of engines before 2.2 also have their thinned plots here. */
  charts: bytes(),
  plots: bytes(),
  /** Also stored for runs that ended with an error. */
  log: bytes(),
  logDropped: integer('log_dropped').notNull().default(0),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
})
