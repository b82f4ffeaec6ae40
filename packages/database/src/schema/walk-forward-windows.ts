import { doublePrecision, integer, jsonb, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { optimizations } from './optimizations.ts'

export const WINDOW_STATES = ['waiting', 'training', 'testing', 'done', 'no-choice', 'errored'] as const

/** A training window of a walk-forward optimization, and the test of what it chose. */
export const walkForwardWindows = pgTable(
  'walk_forward_windows',
  {
    optimizationId: uuid('optimization_id')
      .notNull()
      .references(() => optimizations.id, { onDelete: 'cascade' }),
    number: integer().notNull(),
    /** Its cell of the matrix of window lengths. */
    trainDays: integer('train_days').notNull(),
    testDays: integer('test_days').notNull(),
    trainStart: timestamp('train_start', { withTimezone: true }).notNull(),
    trainEnd: timestamp('train_end', { withTimezone: true }).notNull(),
    testStart: timestamp('test_start', { withTimezone: true }).notNull(),
    testEnd: timestamp('test_end', { withTimezone: true }).notNull(),
    state: text({ enum: WINDOW_STATES }).notNull().default('waiting'),
    /** The optimization of the training window. */
    childId: uuid('child_id').references(() => optimizations.id, { onDelete: 'set null' }),
    /** The chosen row: its externals, its position on each axis and its profit. */
    externals: jsonb().$type<Record<string, number>>(),
    point: integer().array(),
    trainProfit: doublePrecision('train_profit'),
    trainReturns: jsonb('train_returns').$type<number[]>(),
    /** Balance with which the test started, namely that with which the test before it ended. */
    initialBalance: doublePrecision('initial_balance'),
    testProfit: doublePrecision('test_profit'),
    testProfitPercentage: doublePrecision('test_profit_percentage'),
    testMaxDrawdownPercentage: doublePrecision('test_max_drawdown_percentage'),
    testPositionCount: integer('test_position_count'),
    /** Equity at the end of each day of the test. */
    testTimes: jsonb('test_times').$type<number[]>(),
    testEquity: jsonb('test_equity').$type<number[]>(),
    testReturns: jsonb('test_returns').$type<number[]>(),
    error: text(),
  },
  (table) => [primaryKey({ columns: [table.optimizationId, table.number] })],
)
