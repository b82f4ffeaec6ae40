import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  date,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgEnum,
  pgTable,
  smallint,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { RunModels, TablesSummary } from '@tradeloom/contracts'
import { algorithms } from './algorithms.ts'
import { algorithmVersions } from './algorithm-versions.ts'
import { optimizations } from './optimizations.ts'
import type { SourceOfRun } from './source-series.ts'
import { users } from './users.ts'

export const BACKTEST_STATUSES = ['Queued', 'In Progress', 'Completed', 'Errored', 'Failed', 'Stopped'] as const
export type StoredBacktestStatus = (typeof BACKTEST_STATUSES)[number]
export const backtestStatus = pgEnum('backtest_status', BACKTEST_STATUSES)

/** One run of one version: its settings, its progress, and the summary numbers for lists. */
export const backtests = pgTable(
  'backtests',
  {
    id: uuid().primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    algorithmId: uuid('algorithm_id')
      .notNull()
      .references(() => algorithms.id, { onDelete: 'cascade' }),
    algorithmVersionId: uuid('algorithm_version_id')
      .notNull()
      .references(() => algorithmVersions.id, { onDelete: 'cascade' }),
    instrumentId: text('instrument_id').notNull(),
    /** Ids of the other instruments that the script trades. */
    markets: jsonb().$type<string[]>().notNull().default([]),
    /** States of the datasets that the script reads. */
    sources: jsonb().$type<SourceOfRun[]>().notNull().default([]),
    simulated: boolean().notNull(),
    initialBalance: doublePrecision('initial_balance').notNull(),
    start: timestamp({ withTimezone: true }).notNull(),
    end: timestamp({ withTimezone: true }).notNull(),
    interval: text().notNull(),
    resolution: smallint().notNull(),
    /** The interval of the data if bars longer than a minute are the finest available; null otherwise. */
    barInterval: text('bar_interval'),
    externals: jsonb().$type<Record<string, number>>().notNull(),
    models: jsonb().$type<RunModels>().notNull(),
    /** A summary of its row in `backtest_tables`; null if it has none. */
    tables: jsonb().$type<TablesSummary>(),
    accountCurrency: text('account_currency').notNull(),
    lambda: boolean().notNull().default(false),
    /** The optimization whose row it repeats in full; it is left out of lists. */
    optimisationId: uuid('optimisation_id').references(() => optimizations.id, { onDelete: 'cascade' }),
    optimizationIndex: integer('optimization_index'),
    seed: integer().notNull(),
    status: backtestStatus().notNull().default('Queued'),
    progress: doublePrecision().notNull().default(-1),
    detail: text(),
    errorLine: integer('error_line'),
    errorColumn: integer('error_column'),
    /** How often a runner has taken it; a run that loses its runner is retried once. */
    attempts: integer().notNull().default(0),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    startedAt: timestamp('started_at', { withTimezone: true }),
    endedAt: timestamp('ended_at', { withTimezone: true }),
    equity: doublePrecision(),
    profit: doublePrecision(),
    profitPercentage: doublePrecision('profit_percentage'),
    maxDrawdown: doublePrecision('max_drawdown'),
    maxDrawdownPercentage: doublePrecision('max_drawdown_percentage'),
    positionCount: integer('position_count'),
    profitFactor: doublePrecision('profit_factor'),
    /** Equity at evenly spaced times, for the small curves of lists; null before the run has ended. */
    sparkline: jsonb().$type<number[]>(),
    resultHash: text('result_hash'),
    engineVersion: text('engine_version'),
    /** Hash of the positions, orders and log, without the engine's version. Null for results of older engines. */
    ledgerHash: text('ledger_hash'),
    /** Length of its period without the months that have no prices; null for results of before it was kept. */
    dataMs: doublePrecision('data_ms'),
    cpuMs: doublePrecision('cpu_ms'),
    ticks: bigint({ mode: 'number' }),
    /** Compute units charged when it was accepted. */
    units: integer().notNull().default(0),
    /** First day (UTC) of the month that was charged; null if nothing was. */
    unitsMonth: date('units_month'),
    unitsRefundedAt: timestamp('units_refunded_at', { withTimezone: true }),
    /** Seen by the owner only. */
    note: text().notNull().default(''),
    isStarred: boolean('is_starred').notNull().default(false),
    /** The backtest whose inputs were changed to run this one in its place. */
    rerunOf: uuid('rerun_of').references((): AnyPgColumn => backtests.id, { onDelete: 'set null' }),
  },
  (table) => [
    // In the order of pages, which is PostgreSQL's default for descending columns: nulls first.
    index('backtests_user').on(table.userId, table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst()),
    index('backtests_algorithm').on(
      table.algorithmId,
      table.createdAt.desc().nullsFirst(),
      table.id.desc().nullsFirst(),
    ),
    index('backtests_starred')
      .on(table.userId, table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(sql`${table.isStarred}`),
    uniqueIndex('backtests_optimization')
      .on(table.optimisationId, table.optimizationIndex)
      .where(sql`${table.optimisationId} is not null`),
    index('backtests_rerun_of').on(table.rerunOf),
    check('backtests_units', sql`${table.units} >= 0`),
    check('backtests_note', sql`length(${table.note}) <= 2000`),
    // Lists of algorithms count by it alone.
    index('backtests_version').on(table.algorithmVersionId, table.userId, table.optimisationId),
    index('backtests_status').on(table.status),
  ],
)
