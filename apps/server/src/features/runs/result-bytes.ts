import type { Drizzle } from '@tradeloom/database'
import { sql } from 'drizzle-orm'

interface Results extends Record<string, unknown> {
  readonly userId: string
  readonly bytes: string
}

/** What results of users take, by user: of one alone, or of all. Of results alone, which are what is large of a run. */
export async function resultBytes(db: Drizzle, userId?: string): Promise<ReadonlyMap<string, number>> {
  const ofUser = userId === undefined ? sql`true` : sql`run.user_id = ${userId}`
  const { rows } = await db.execute<Results>(sql`
    select "userId", sum(bytes) bytes from (
      select run.user_id "userId",
             sum(coalesce(pg_column_size(result.packed), 0) + coalesce(pg_column_size(result.analysis), 0)
               + coalesce(pg_column_size(result.positions), 0) + coalesce(pg_column_size(result.log), 0)) bytes
        from backtest_results result join backtests run on run.id = result.backtest_id where ${ofUser} group by 1
      union all
      select run.user_id, sum(pg_column_size(one)) from optimization_rows one
        join optimizations run on run.id = one.optimization_id where ${ofUser} group by 1
    ) results group by 1`)
  return new Map(rows.map(({ userId: id, bytes }) => [id, Number(bytes)]))
}
