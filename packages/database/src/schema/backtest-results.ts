import { customType, integer, jsonb, pgTable, timestamp, uuid } from 'drizzle-orm/pg-core'
import { backtests } from './backtests.ts'

/** Gzipped JSON: these parts are only ever read whole. */
const bytes = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => 'bytea' })

/** What a run left behind. The small parts are JSON in columns, the long ones compressed. */
export const backtestResults = pgTable('backtest_results', {
  backtestId: uuid('backtest_id')
    .primaryKey()
    .references(() => backtests.id, { onDelete: 'cascade' }),
  /** Null where a run ended with an error and only its log is kept. */
  statistics: jsonb().$type<Record<string, number | null>>(),
  metrics: jsonb().$type<Record<string, unknown>>().notNull(),
  warnings: jsonb().$type<string[]>().notNull(),
  endPrices: jsonb('end_prices').$type<{ time: number; bid: number; ask: number }>(),
  passport: jsonb().$type<Record<string, unknown>>().notNull(),
  /** How good the prices were and what was earned near their defects; null for results of before they were graded. */
  dataQuality: jsonb('data_quality').$type<Record<string, unknown>>(),
  positions: bytes().notNull(),
  orders: bytes().notNull(),
  /** Equity curve and breakdowns; results of older engines hold their thinned plots here. */
  charts: bytes().notNull(),
  /** Null for results of older engines. */
  plots: bytes(),
  log: bytes().notNull(),
  logDropped: integer('log_dropped').notNull().default(0),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
})
