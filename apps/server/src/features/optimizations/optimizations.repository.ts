import type { OptimizationColumns, RunTables } from '@tradeloom/contracts'
import { type Drizzle, schema } from '@tradeloom/database'
import { and, asc, desc, eq, getTableColumns, inArray, isNull, sql } from 'drizzle-orm'
import { readColumns } from './read-columns.ts'
import { runReads } from '../runs/run-reads.ts'
import { isUnfinished, OPTIMIZATIONS, type RunRecord } from '../runs/run-table.ts'

const { optimizationLog, optimizationReturns, optimizationRows, optimizations } = schema

const { fullTables: _, ...COLUMNS } = getTableColumns(optimizations)
const { sparkline: __, ...ROW_COLUMNS } = getTableColumns(optimizationRows)

export type OptimizationRow = Omit<typeof optimizations.$inferSelect, 'fullTables'>
/** A row without its sparkline. */
export type ResultRow = Omit<typeof optimizationRows.$inferSelect, 'sparkline'>
export type OptimizationLogLine = Omit<typeof optimizationLog.$inferSelect, 'optimizationId'>

export type OptimizationRecord = RunRecord<OptimizationRow>

export type OptimizationsRepository = ReturnType<typeof createOptimizationsRepository>

export function createOptimizationsRepository(db: Drizzle) {
  return { ...optimizationReads(db), ...resultReads(db) }
}

function optimizationReads(db: Drizzle) {
  const isListed = isNull(optimizations.parentId)
  const reads = runReads<OptimizationRow>(db, OPTIMIZATIONS, COLUMNS, isListed)

  return {
    /** Windows of walk-forward optimizations are left out of lists. */
    ...reads,

    pendingOf: (userId: string): Promise<number> => reads.pendingOf(userId, isListed),

    /** What is to be run, in the order in which it was requested; windows run in the job of their parent. */
    unfinished: (): Promise<{ id: string; userId: string }[]> =>
      db
        .select({ id: optimizations.id, userId: optimizations.userId })
        .from(optimizations)
        .where(and(isUnfinished(OPTIMIZATIONS), isListed))
        .orderBy(optimizations.createdAt),
  }
}

function resultReads(db: Drizzle) {
  return {
    columnsAfter: (id: string, wanted: Parameters<typeof readColumns>[2]): Promise<OptimizationColumns> =>
      readColumns(db, id, wanted),

    async row(id: string, index: number): Promise<ResultRow | null> {
      const [found] = await db
        .select(ROW_COLUMNS)
        .from(optimizationRows)
        .where(and(eq(optimizationRows.optimizationId, id), eq(optimizationRows.index, index)))
      return found ?? null
    },

    /** Daily returns by index, in its order. Rows with an error or of a ruined account have none. */
    async returnsFrom(
      id: string,
      first: number,
      limit: number,
    ): Promise<{ readonly index: number; readonly dailyReturns: Float32Array }[]> {
      const { optimizationId, index, values } = optimizationReturns
      const rows = await db
        .select({ index, values })
        .from(optimizationReturns)
        .where(and(eq(optimizationId, id), sql`${index} between ${first} and ${first + limit - 1}`))
        .orderBy(asc(index))
      return rows.map((row) => ({ index: row.index, dailyReturns: floatsOf(row.values) }))
    },

    async sparklines(id: string, indexes: readonly number[]): Promise<{ index: number; values: Float32Array }[]> {
      const rows = await db
        .select({ index: optimizationRows.index, sparkline: optimizationRows.sparkline })
        .from(optimizationRows)
        .where(and(eq(optimizationRows.optimizationId, id), inArray(optimizationRows.index, [...indexes])))
        .orderBy(asc(optimizationRows.index))
      return rows.map(({ index, sparkline }) => ({
        index,
        values: sparkline ? floatsOf(sparkline) : new Float32Array(),
      }))
    },

    async tables(id: string): Promise<RunTables> {
      const [found] = await db
        .select({ tables: optimizations.fullTables })
        .from(optimizations)
        .where(eq(optimizations.id, id))
      return found?.tables ?? { spreadByHour: null, fundingRates: null, swapRates: null }
    },

    /** The newest lines, in their order. */
    async log(id: string, most: number): Promise<OptimizationLogLine[]> {
      const { number, time, level, message } = optimizationLog
      const lines = await db
        .select({ number, time, level, message })
        .from(optimizationLog)
        .where(eq(optimizationLog.optimizationId, id))
        .orderBy(desc(number))
        .limit(most)
      return lines.toReversed()
    },
  }
}

/** Copied, because bytes from the database need not be aligned. */
function floatsOf(bytes: Buffer): Float32Array {
  return new Float32Array(new Uint8Array(bytes).buffer)
}
