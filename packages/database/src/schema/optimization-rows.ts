import { boolean, doublePrecision, integer, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core'
import { bytes } from '../bytes-column.ts'
import { optimizations } from './optimizations.ts'

/** The result of one backtest of an optimization. */
export const optimizationRows = pgTable(
  'optimization_rows',
  {
    optimizationId: uuid('optimization_id')
      .notNull()
      .references(() => optimizations.id, { onDelete: 'cascade' }),
    /** Its place in the search, from 0. */
    index: integer().notNull(),
    /** The order in which rows were stored or changed: larger is later. */
    revision: integer().notNull(),
    /** Position on each axis, in the order of the externals settings. */
    point: integer().array().notNull(),
    /** Place in ROW_STATUSES. */
    status: smallint().notNull(),
    /** The first row with the same ledger; set at the end of a round. */
    duplicateOf: integer('duplicate_of'),
    positionCount: integer('position_count'),
    profit: doublePrecision(),
    profitPercentage: doublePrecision('profit_percentage'),
    maxDrawdown: doublePrecision('max_drawdown'),
    maxDrawdownPercentage: doublePrecision('max_drawdown_percentage'),
    /** One value per objective, as its metric has it; NaN if undefined. */
    objectives: doublePrecision().array().notNull(),
    /** 0 if all constraints are kept, infinite for an error. */
    violation: doublePrecision().notNull(),
    /** Per day and above the risk-free rate; null if there are too few returns or they do not vary. */
    sharpe: doublePrecision(),
    /** The same without a risk-free rate, as the ledger of trials counts it. */
    meanByDeviation: doublePrecision('mean_by_deviation'),
    skewness: doublePrecision(),
    kurtosis: doublePrecision(),
    days: integer().notNull(),
    /** Null for rows without a whole result. */
    ledgerHash: text('ledger_hash'),
    /** Float32, multiples of the initial balance. */
    sparkline: bytes(),
    error: text(),
    /** Whether it counts as a trial: not if it failed before its script was given a price, or if its runner was lost. */
    isTrial: boolean('is_trial').notNull().default(true),
  },
  (table) => [primaryKey({ columns: [table.optimizationId, table.index] })],
)
