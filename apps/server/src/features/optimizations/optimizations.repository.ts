import type { OptimizationColumns, RunTables } from '@tradeloom/contracts'
import { type Drizzle, schema, type StoredExternal } from '@tradeloom/database'
import { and, asc, count, desc, eq, getTableColumns, inArray, isNull, lt, sql } from 'drizzle-orm'
import { readColumns } from './read-columns.ts'
import type { RunNames } from '../runs/view-run.ts'

const { algorithms, algorithmVersions, optimizationLog, optimizationReturns, optimizationRows, optimizations, users } =
  schema

const { fullTables: _, ...COLUMNS } = getTableColumns(optimizations)
const { sparkline: __, ...ROW_COLUMNS } = getTableColumns(optimizationRows)

export type OptimizationRow = Omit<typeof optimizations.$inferSelect, 'fullTables'>
/** A row without its sparkline. */
export type ResultRow = Omit<typeof optimizationRows.$inferSelect, 'sparkline'>
export type OptimizationLogLine = Omit<typeof optimizationLog.$inferSelect, 'optimizationId'>

/** A row with what the screen shows and what decides who may see it. */
export interface OptimizationRecord extends RunNames {
  readonly optimization: OptimizationRow
  readonly declared: readonly StoredExternal[]
  /** The owner ran a shared version of a shared algorithm, so everybody may see it. */
  readonly isPublic: boolean
}

/** Whose optimizations a list contains; `userId` null: the public ones of an algorithm. */
export type OptimizationScope =
  | { readonly userId: string; readonly algorithmId: string | null }
  | { readonly userId: null; readonly algorithmId: string }

export interface OptimizationPage {
  readonly limit: number
  readonly before?: string | undefined
}

const isPublic = sql<boolean>`(${algorithms.shared} and ${algorithmVersions.shared} and ${optimizations.userId} = ${algorithms.userId})`

export type OptimizationsRepository = ReturnType<typeof createOptimizationsRepository>

export function createOptimizationsRepository(db: Drizzle) {
  return { ...optimizationReads(db), ...resultReads(db) }
}

function optimizationReads(db: Drizzle) {
  const records = () =>
    db
      .select({
        optimization: COLUMNS,
        algorithmName: algorithms.name,
        username: users.displayUsername,
        versionNo: algorithmVersions.versionNo,
        sharedVersionNo: algorithmVersions.sharedVersionNo,
        declared: algorithmVersions.externals,
        isPublic,
      })
      .from(optimizations)
      .innerJoin(algorithms, eq(algorithms.id, optimizations.algorithmId))
      .innerJoin(algorithmVersions, eq(algorithmVersions.id, optimizations.algorithmVersionId))
      .innerJoin(users, eq(users.id, optimizations.userId))

  const isUnfinished = inArray(optimizations.status, ['Queued', 'In Progress'])
  const newestFirst = [desc(optimizations.createdAt), desc(optimizations.id)] as const

  return {
    async record(id: string): Promise<OptimizationRecord | null> {
      const [found] = await records().where(eq(optimizations.id, id))
      return found ?? null
    },

    /** Windows of walk-forward optimizations are left out. */
    list(
      { userId, algorithmId }: OptimizationScope,
      { limit, before }: OptimizationPage,
    ): Promise<OptimizationRecord[]> {
      const ofAlgorithm = algorithmId === null ? undefined : eq(optimizations.algorithmId, algorithmId)
      const ofUser = userId === null ? isPublic : eq(optimizations.userId, userId)
      const older = before === undefined ? undefined : lt(optimizations.createdAt, new Date(before))
      return records()
        .where(and(ofAlgorithm, ofUser, older, isNull(optimizations.parentId)))
        .orderBy(...newestFirst)
        .limit(limit)
    },

    unfinishedOfUser: (userId: string): Promise<OptimizationRecord[]> =>
      records()
        .where(and(eq(optimizations.userId, userId), isUnfinished, isNull(optimizations.parentId)))
        .orderBy(...newestFirst)
        .limit(100),

    async pendingOf(userId: string): Promise<number> {
      const [found] = await db
        .select({ n: count() })
        .from(optimizations)
        .where(and(eq(optimizations.userId, userId), isUnfinished, isNull(optimizations.parentId)))
      return found?.n ?? 0
    },

    /** What is to be run, in the order in which it was requested; windows run in the job of their parent. */
    unfinished: (): Promise<{ id: string; userId: string }[]> =>
      db
        .select({ id: optimizations.id, userId: optimizations.userId })
        .from(optimizations)
        .where(and(isUnfinished, isNull(optimizations.parentId)))
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
