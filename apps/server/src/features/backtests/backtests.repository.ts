import type { BacktestFilters, RunTables } from '@tradeloom/contracts'
import type { MetricValue } from '@tradeloom/engine'
import {
  type Drizzle,
  schema,
  type StoredBacktestStatus,
  type StoredExternal,
  type Transaction,
} from '@tradeloom/database'
import { and, eq, getTableColumns, inArray, not, or, sql } from 'drizzle-orm'
import type { TrialMoments } from '@tradeloom/metrics'
import { recordBacktest, UNRATED } from '../lineages/record-backtest.ts'
import { lockUnits, refundUnits } from '../packages/units.service.ts'
import { type RunPage, runReads } from '../runs/run-reads.ts'
import { BACKTESTS, isUnfinished, type RunRecord, type RunScope } from '../runs/run-table.ts'
import { isListed, matching } from './backtest-filters.ts'
import { readTotals } from './backtest-totals.ts'
import { notifyOfBacktest } from './notify-of-backtest.ts'
import { noteDifferentRow } from './note-different-row.ts'
import { copiesOf, type IndicatorCopy } from '../indicators/indicators-for-script.ts'

const { algorithmVersions, backtestResults, backtests, backtestTables } = schema

type BacktestRow = typeof backtests.$inferSelect
type VersionRow = typeof algorithmVersions.$inferSelect
type FullResultRow = typeof backtestResults.$inferSelect
/** Long parts of a result, compressed and read one by one. */
export type ResultPart = 'packed' | 'analysis' | 'positions' | 'orders' | 'charts' | 'plots' | 'log'
export type ResultRow = Pick<FullResultRow, keyof typeof SHORT_PARTS>

const SHORT_PARTS = {
  statistics: backtestResults.statistics,
  metrics: backtestResults.metrics,
  warnings: backtestResults.warnings,
  endPrices: backtestResults.endPrices,
  manifest: backtestResults.manifest,
  dataQuality: backtestResults.dataQuality,
  logDropped: backtestResults.logDropped,
}

export type BacktestRecord = RunRecord<BacktestRow>

export type Page = RunPage & BacktestFilters

export interface RunEnd {
  readonly status: 'Completed' | 'Stopped' | 'Errored' | 'Failed'
  readonly columns: Partial<typeof backtests.$inferInsert>
  readonly result: Omit<typeof backtestResults.$inferInsert, 'backtestId'> | null
  /** The installation is to blame, not the script or the user: the compute units are given back. */
  readonly isOurFault: boolean
  /** What it adds to the trials of its lineage; null without a result, for what it has shown was counted before. */
  readonly trial: TrialMoments | null
}

/** A run with its script and the long tables of its models. */
export type TakenRun = BacktestRow &
  Pick<VersionRow, 'script' | 'scriptHash'> & {
    readonly declared: StoredExternal[]
    /** The version's copies of custom indicators. */
    readonly indicators: readonly IndicatorCopy[]
    readonly fullTables: RunTables
  }

const NO_TABLES: RunTables = { spreadByHour: null, fundingRates: null, swapRates: null }

const isWaiting = isUnfinished(BACKTESTS)

export type BacktestsRepository = ReturnType<typeof createBacktestsRepository>

export function createBacktestsRepository(db: Drizzle) {
  return { ...backtestReads(db), ...runTransitions(db) }
}

function backtestReads(db: Drizzle) {
  const reads = runReads<BacktestRow>(db, BACKTESTS, getTableColumns(backtests), isListed)
  const ofRows = runReads<BacktestRow>(db, BACKTESTS, getTableColumns(backtests), not(isListed))

  return {
    ...reads,
    list: (scope: RunScope, { limit, before, ...filters }: Page): Promise<BacktestRecord[]> =>
      reads.list(scope, { limit, before }, matching(filters, scope)),
    /** Those of the rows of an optimization. */
    listOfOptimization: (id: string, scope: RunScope, { limit, before, ...filters }: Page): Promise<BacktestRecord[]> =>
      ofRows.list(scope, { limit, before }, and(eq(backtests.optimisationId, id), matching(filters, scope))),
    totals: (scope: RunScope, filters: BacktestFilters) => readTotals(db, scope, filters),

    async result(id: string): Promise<ResultRow | null> {
      const [found] = await db.select(SHORT_PARTS).from(backtestResults).where(eq(backtestResults.backtestId, id))
      return found ?? null
    },

    async part(id: string, part: ResultPart): Promise<Buffer | null> {
      const [found] = await db
        .select({ packed: backtestResults[part] })
        .from(backtestResults)
        .where(eq(backtestResults.backtestId, id))
      return found?.packed ?? null
    },

    /** Stores the analysis of a result. */
    async keepAnalysis(id: string, analysis: Buffer): Promise<void> {
      await db.update(backtestResults).set({ analysis }).where(eq(backtestResults.backtestId, id))
    },

    tables: (id: string): Promise<RunTables> => readTables(db, id),

    /** Rows that are to be run, in the order in which they were requested. */
    unfinished: (): Promise<BacktestRow[]> => db.select().from(backtests).where(isWaiting).orderBy(backtests.createdAt),
  }
}

async function readTables(tx: Drizzle | Transaction, id: string): Promise<RunTables> {
  const { spreadByHour, fundingRates, swapRates } = backtestTables
  const [found] = await tx
    .select({ spreadByHour, fundingRates, swapRates })
    .from(backtestTables)
    .where(eq(backtestTables.backtestId, id))
  return found ?? NO_TABLES
}

/** Every transition names the states it may start from, so of two concurrent ones only one succeeds. */
function runTransitions(db: Drizzle) {
  async function changed(
    id: string,
    from: StoredBacktestStatus[],
    set: Partial<typeof backtests.$inferInsert>,
  ): Promise<boolean> {
    const rows = await db
      .update(backtests)
      .set(set)
      .where(and(eq(backtests.id, id), inArray(backtests.status, from)))
      .returning({ id: backtests.id })
    return rows.length > 0
  }

  return {
    /**
     * Takes a queued run, for the process that holds its lease; null when it is no longer queued. Can be repeated with the
     * same time when the answer was lost.
     */
    async takeIn(tx: Transaction, id: string, startedAt: Date): Promise<TakenRun | null> {
      const isQueued = eq(backtests.status, 'Queued')
      const isTaken = and(eq(backtests.status, 'In Progress'), eq(backtests.startedAt, startedAt))
      const attempts = sql`${backtests.attempts} + (case when ${isQueued} then 1 else 0 end)`
      const [taken] = await tx
        .update(backtests)
        .set({ status: 'In Progress', progress: 0, detail: null, startedAt, attempts })
        .where(and(eq(backtests.id, id), or(isQueued, isTaken)))
        .returning()
      if (!taken) return null
      const [version] = await tx
        .select({
          script: algorithmVersions.script,
          scriptHash: algorithmVersions.scriptHash,
          declared: algorithmVersions.externals,
        })
        .from(algorithmVersions)
        .where(eq(algorithmVersions.id, taken.algorithmVersionId))
      if (!version) return null
      const indicators = await copiesOf(tx, taken.algorithmVersionId)
      return { ...taken, ...version, indicators, fullTables: taken.tables ? await readTables(tx, id) : NO_TABLES }
    },

    /**
     * Queues a run again that lost its runner process, with its attempts so far, or whose job was interrupted. A run that
     * still waits keeps what it says.
     */
    async requeueIn(tx: Transaction, id: string, detail: string, attempts = 0): Promise<void> {
      await tx
        .update(backtests)
        .set({ status: 'Queued', progress: -1, startedAt: null, detail, attempts })
        .where(and(eq(backtests.id, id), eq(backtests.status, 'In Progress')))
    },

    /** Counts a run in progress as a trial without a Sharpe ratio, unless an equal one has been counted. */
    countIn: (tx: Transaction, run: TakenRun): Promise<void> => recordBacktest(tx, run, UNRATED, true),

    /** Stores why a run still waits; false when it does not wait. */
    explain: (id: string, detail: string) => changed(id, ['Queued'], { detail }),

    saveProgress: (id: string, progress: number) => changed(id, ['In Progress'], { progress }),

    /** Ends a run and keeps its result. Nothing happens when it has ended already. */
    async finishIn(tx: Transaction, id: string, end: RunEnd, from: 'In Progress' | 'any'): Promise<boolean> {
      if (end.isOurFault) await lockUnits(tx, BACKTESTS, id)
      const ended = await tx
        .update(backtests)
        .set({ ...end.columns, status: end.status, endedAt: new Date() })
        .where(and(eq(backtests.id, id), from === 'any' ? isWaiting : eq(backtests.status, from)))
        .returning()
      const [run] = ended
      if (!run) return false
      if (end.trial) await recordBacktest(tx, run, end.trial, end.status !== 'Completed')
      if (end.isOurFault) await refundUnits(tx, id)
      if (end.result) {
        const { result } = end
        await tx
          .insert(backtestResults)
          .values({ backtestId: id, ...result })
          .onConflictDoUpdate({ target: backtestResults.backtestId, set: result })
      }
      if (end.status === 'Completed') await noteDifferentRow(tx, id)
      if (run.optimisationId === null && end.status !== 'Stopped') await notifyOfBacktest(tx, run)
      return true
    },
  }
}

/** Metrics as stored: values by key, without the registry's texts. */
export type StoredMetrics = Record<string, MetricValue>
