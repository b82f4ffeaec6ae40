import { type Drizzle, schema } from '@tradeloom/database'
import { and, count, desc, eq, lt, type SQL } from 'drizzle-orm'
import type { SelectedFieldsFlat } from 'drizzle-orm/pg-core'
import { inScope, isPublicRun, isUnfinished, type RunKind, type RunRecord, type RunScope } from './run-table.ts'

const { algorithms, algorithmVersions, users } = schema

export interface RunPage {
  readonly limit: number
  readonly before?: string | undefined
}

/** What is read alike of the tables of all kinds of runs. `isListed`: rows that lists show. */
export function runReads<Row>(db: Drizzle, kind: RunKind, columns: SelectedFieldsFlat, isListed: SQL) {
  const { table } = kind
  const records = async (where: SQL | undefined, limit: number): Promise<RunRecord<Row>[]> => {
    const rows = await db
      .select({
        row: columns,
        algorithmName: algorithms.name,
        ownerId: algorithms.userId,
        username: users.displayUsername,
        versionNo: algorithmVersions.versionNo,
        sharedVersionNo: algorithmVersions.sharedVersionNo,
        declared: algorithmVersions.externals,
        isPublic: isPublicRun(kind),
      })
      .from(table)
      .innerJoin(algorithms, eq(algorithms.id, table.algorithmId))
      .innerJoin(algorithmVersions, eq(algorithmVersions.id, table.algorithmVersionId))
      .innerJoin(users, eq(users.id, table.userId))
      .where(where)
      .orderBy(desc(table.createdAt), desc(table.id))
      .limit(limit)
    return rows as unknown as RunRecord<Row>[]
  }
  return {
    record: async (id: string): Promise<RunRecord<Row> | null> => (await records(eq(table.id, id), 1))[0] ?? null,

    list(scope: RunScope, { limit, before }: RunPage, matching?: SQL): Promise<RunRecord<Row>[]> {
      const older = before === undefined ? undefined : lt(table.createdAt, new Date(before))
      return records(and(isListed, inScope(kind, scope), matching, older), limit)
    },

    unfinishedOfUser: (userId: string): Promise<RunRecord<Row>[]> =>
      records(and(isListed, eq(table.userId, userId), isUnfinished(kind)), 100),

    async pendingOf(userId: string, isCounted?: SQL): Promise<number> {
      const [found] = await db
        .select({ n: count() })
        .from(table)
        .where(and(eq(table.userId, userId), isUnfinished(kind), isCounted))
      return found?.n ?? 0
    },
  }
}
