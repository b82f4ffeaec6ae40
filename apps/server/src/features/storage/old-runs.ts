import { type Drizzle, schema } from '@tradeloom/database'
import { type SQL, sql } from 'drizzle-orm'
import { AppError } from '../../platform/errors/app-error.ts'
import { SAMPLE_OWNER } from '../algorithms/seed-samples.ts'

/** In one go. */
const AT_ONCE = 200
const FIRST_ID = '00000000-0000-0000-0000-000000000000'

interface OldRun extends Record<string, unknown> {
  readonly id: string
  readonly userId: string
}

/** The first visitor of an installation sees their results. */
const IS_SAMPLE = sql`exists (select from users where users.id = run.user_id and users.username = ${SAMPLE_OWNER})`

/** Runs without a star that ended before a time. Rows of an optimization that were repeated in full go with it. */
const OLD = {
  backtests: (before: Date): SQL => sql`
    from backtests run
    where run.status not in ('Queued', 'In Progress') and coalesce(run.ended_at, run.created_at) < ${before}
      and not run.is_starred and run.optimisation_id is null and not ${IS_SAMPLE}`,
  optimizations: (before: Date): SQL => sql`
    from optimizations run
    where run.status not in ('Queued', 'In Progress') and coalesce(run.ended_at, run.created_at) < ${before}
      and not run.is_starred and run.parent_id is null and not exists (
        select from backtests kept where kept.optimisation_id = run.id and kept.is_starred)`,
} as const

const BYTES = {
  backtests: sql`(
    select sum(coalesce(pg_column_size(packed), 0) + coalesce(pg_column_size(analysis), 0) + coalesce(pg_column_size(positions), 0)
             + coalesce(pg_column_size(orders), 0) + coalesce(pg_column_size(charts), 0) + coalesce(pg_column_size(plots), 0)
             + coalesce(pg_column_size(log), 0) + coalesce(pg_column_size(metrics), 0) + pg_column_size(${schema.backtestResults.manifest}))
    from backtest_results where backtest_id = run.id)`,
  optimizations: sql`(
    select coalesce(sum(pg_column_size(one)), 0) from optimization_rows one where one.optimization_id = run.id
  ) + (select coalesce(sum(pg_column_size(one)), 0) from optimization_returns one where one.optimization_id = run.id)`,
} as const

export type RunKind = keyof typeof OLD

export async function countOldRuns(
  db: Drizzle,
  kind: RunKind,
  before: number,
): Promise<{ items: number; bytes: number }> {
  const { rows } = await db.execute<{ items: string; bytes: string | null }>(
    sql`select count(*) items, sum(coalesce(${BYTES[kind]}, 0) + pg_column_size(run)) bytes ${OLD[kind](new Date(before))}`,
  )
  return { items: Number(rows[0]?.items ?? 0), bytes: Number(rows[0]?.bytes ?? 0) }
}

/** Deletes them as their owners would. Returns how many. */
export async function removeOldRuns(
  db: Drizzle,
  kind: RunKind,
  before: number,
  remove: (id: string, userId: string) => Promise<void>,
  signal: AbortSignal,
): Promise<number> {
  let [removed, after] = [0, FIRST_ID]
  for (;;) {
    const { rows } = await db.execute<OldRun>(
      sql`select run.id, run.user_id "userId" ${OLD[kind](new Date(before))} and run.id > ${after} order by run.id limit ${AT_ONCE}`,
    )
    for (const { id, userId } of rows) {
      signal.throwIfAborted()
      // Its owner may have deleted it, or a repetition may have begun, in this moment.
      const isRemoved = await remove(id, userId).then(
        () => true,
        (error: unknown) => {
          if (error instanceof AppError) return false
          throw error
        },
      )
      removed += isRemoved ? 1 : 0
      after = id
    }
    if (rows.length < AT_ONCE) return removed
  }
}
