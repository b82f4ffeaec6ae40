import { type Drizzle, schema } from '@tradeloom/database'
import { and, count, eq, isNull, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { AlgorithmCard, CardRow } from './algorithm-rows.ts'

const { algorithms, algorithmVersions, backtests, sessions } = schema

type Counts = Omit<AlgorithmCard, keyof CardRow>

const NONE: Counts = {
  cloneCount: 0,
  versionCount: 0,
  sharedVersionCount: 0,
  sharedUpTo: null,
  backtestCount: 0,
  sharedBacktestCount: 0,
  activeSessionsCount: 0,
}

/** Adds the counts to the cards, with two index-only queries for any number of cards. */
export async function countFor(db: Drizzle, rows: readonly CardRow[]): Promise<AlgorithmCard[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ algorithm }) => algorithm.id)
  const [counts, clones, active] = await Promise.all([
    countVersionsAndBacktests(db, ids),
    countClones(db, ids),
    countActiveSessions(db, ids),
  ])
  return rows.map((row) => {
    const { id } = row.algorithm
    return {
      ...row,
      ...NONE,
      ...counts.get(id),
      cloneCount: clones.get(id) ?? 0,
      activeSessionsCount: active.get(id) ?? 0,
    }
  })
}

async function countClones(db: Drizzle, ids: readonly string[]): Promise<Map<string | null, number>> {
  const clone = alias(algorithms, 'clone')
  const rows = await db
    .select({ id: clone.clonedFromAlgorithm, n: count() })
    .from(clone)
    .where(sql`${clone.clonedFromAlgorithm} = any(${sql.param(ids)}::uuid[])`)
    .groupBy(clone.clonedFromAlgorithm)
  return new Map(rows.map(({ id, n }) => [id, n]))
}

async function countActiveSessions(db: Drizzle, ids: readonly string[]): Promise<Map<string | null, number>> {
  const rows = await db
    .select({ id: sessions.algorithmId, n: count() })
    .from(sessions)
    .where(and(eq(sessions.status, 'Active'), sql`${sessions.algorithmId} = any(${sql.param(ids)}::uuid[])`))
    .groupBy(sessions.algorithmId)
  return new Map(rows.map(({ id, n }) => [id, n]))
}

async function countVersionsAndBacktests(db: Drizzle, ids: readonly string[]): Promise<Map<string, Partial<Counts>>> {
  const ran = db
    .select({
      all: sql<number>`count(*)`.as('all'),
      byOwner: sql<number>`count(*) filter (where ${backtests.userId} = ${algorithms.userId})`.as('by_owner'),
    })
    .from(backtests)
    .where(and(eq(backtests.algorithmVersionId, algorithmVersions.id), isNull(backtests.optimisationId)))
    .as('ran')
  const rows = await db
    .select({
      id: algorithmVersions.algorithmId,
      versionCount: count(),
      sharedVersionCount: sql<number>`count(*) filter (where ${algorithmVersions.shared})`.mapWith(Number),
      sharedUpTo: sql<number | null>`max(${algorithmVersions.versionNo}) filter (where ${algorithmVersions.shared})`,
      backtestCount: sql<number>`sum(${ran.all})`.mapWith(Number),
      sharedBacktestCount:
        sql<number>`coalesce(sum(${ran.byOwner}) filter (where ${algorithmVersions.shared}), 0)`.mapWith(Number),
    })
    .from(algorithmVersions)
    .innerJoin(algorithms, eq(algorithms.id, algorithmVersions.algorithmId))
    .crossJoinLateral(ran)
    .where(sql`${algorithmVersions.algorithmId} = any(${sql.param(ids)}::uuid[])`)
    .groupBy(algorithmVersions.algorithmId)
  return new Map(rows.map(({ id, ...counts }) => [id, counts]))
}
