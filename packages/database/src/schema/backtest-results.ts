import { customType, integer, jsonb, pgTable, timestamp, uuid } from 'drizzle-orm/pg-core'
import { backtests } from './backtests.ts'

/** Gzipped JSON: these parts are only read as a whole. */
const bytes = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => 'bytea' })

/** The result of a run: small parts as JSON columns, large parts compressed. */
export const backtestResults = pgTable('backtest_results', {
  backtestId: uuid('backtest_id')
    .primaryKey()
    .references(() => backtests.id, { onDelete: 'cascade' }),
  /** Null if the run ended with an error and only its log is kept. */
  statistics: jsonb().$type<Record<string, number | null>>(),
  metrics: jsonb().$type<Record<string, unknown>>().notNull(),
  warnings: jsonb().$type<string[]>().notNull(),
  endPrices: jsonb('end_prices').$type<{ time: number; bid: number; ask: number }>(),
  manifest: jsonb('passport').$type<Record<string, unknown>>().notNull(),
  /** Data quality and the profit near defects; null for results that predate data grading. */
  dataQuality: jsonb('data_quality').$type<Record<string, unknown>>(),
  positions: bytes().notNull(),
  orders: bytes().notNull(),
  /** Equity curve and breakdowns; results of older engines also have their thinned plots here. */
  charts: bytes().notNull(),
  /** Null for results of older engines. */
  plots: bytes(),
  log: bytes().notNull(),
  logDropped: integer('log_dropped').notNull().default(0),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
})
