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
  uuid,
} from 'drizzle-orm/pg-core'
import type {
  ExternalsSetting,
  GeneticSettings,
  Optimization,
  OptimizationStrategy,
  RunModels,
  RunTables,
  TablesSummary,
  WalkForwardSettings,
} from '@tradeloom/contracts'
import { algorithms } from './algorithms.ts'
import { algorithmVersions } from './algorithm-versions.ts'
import type { SourceOfRun } from './source-series.ts'
import { users } from './users.ts'

export const OPTIMIZATION_STATUSES = ['Queued', 'In Progress', 'Completed', 'Failed', 'Errored', 'Stopped'] as const
export const optimizationStatus = pgEnum('optimization_status', OPTIMIZATION_STATUSES)

/** A search for externals: its settings, its progress, and its best row. */
export const optimizations = pgTable(
  'optimizations',
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
    /** The walk-forward optimization that this one trains a window of; it is left out of lists. */
    parentId: uuid('parent_id').references((): AnyPgColumn => optimizations.id, { onDelete: 'cascade' }),
    windowNumber: integer('window_number'),
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
    barInterval: text('bar_interval'),
    externalsSettings: jsonb('externals_settings').$type<ExternalsSetting[]>().notNull(),
    /** Values of the externals that are not searched. */
    externals: jsonb().$type<Record<string, number>>().notNull(),
    models: jsonb().$type<RunModels>().notNull(),
    tables: jsonb().$type<TablesSummary>(),
    /** The long tables; not part of lists. */
    fullTables: jsonb('full_tables').$type<RunTables>(),
    accountCurrency: text('account_currency').notNull(),
    lambda: boolean().notNull().default(false),
    strategy: text().$type<OptimizationStrategy>().notNull(),
    genetic: jsonb().$type<GeneticSettings>(),
    budget: integer(),
    objectives: jsonb().$type<Optimization['objectives']>().notNull(),
    constraints: jsonb().$type<Optimization['constraints']>().notNull(),
    seed: bigint({ mode: 'number' }).notNull(),
    walkForward: jsonb('walk_forward').$type<WalkForwardSettings>(),
    permutationCount: doublePrecision('permutation_count').notNull(),
    /** Backtests at most, and backtests with a row. */
    total: integer().notNull(),
    done: integer().notNull().default(0),
    /** Number of the latest stored row; the lock on this row orders the numbers. */
    revision: integer().notNull().default(0),
    status: optimizationStatus().notNull().default('Queued'),
    statusDetail: text('status_detail').notNull().default(''),
    /** Days in a year, of the market that was traded; null before the first row. */
    daysPerYear: smallint('days_per_year'),
    /** Processor time of its backtests so far. */
    cpuMs: doublePrecision('cpu_ms').notNull().default(0),
    bestIndex: integer('best_index'),
    bestProfit: doublePrecision('best_profit'),
    /** The first objective of the best row, oriented so that more is better. */
    bestScore: doublePrecision('best_score'),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    startedAt: timestamp('started_at', { withTimezone: true }),
    endedAt: timestamp('ended_at', { withTimezone: true }),
    engineVersion: text('engine_version'),
    /** Compute units charged when it was accepted, and those that were given back. */
    units: integer().notNull().default(0),
    unitsReturned: integer('units_returned').notNull().default(0),
    /** First day (UTC) of the month that was charged; null if nothing was. */
    unitsMonth: date('units_month'),
    isStarred: boolean('is_starred').notNull().default(false),
  },
  (table) => [
    // In the order of pages, which is PostgreSQL's default for descending columns: nulls first.
    index('optimizations_user').on(table.userId, table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst()),
    index('optimizations_algorithm').on(
      table.algorithmId,
      table.createdAt.desc().nullsFirst(),
      table.id.desc().nullsFirst(),
    ),
    index('optimizations_version').on(table.algorithmVersionId),
    index('optimizations_parent').on(table.parentId, table.windowNumber),
    index('optimizations_unfinished')
      .on(table.status)
      .where(sql`${table.status} in ('Queued', 'In Progress')`),
    check('optimizations_units', sql`${table.units} >= ${table.unitsReturned}`),
  ],
)
