import { type Drizzle, schema } from '@tradeloom/database'
import { eq, type SQL, sql } from 'drizzle-orm'

const { sessions, sourceSeries } = schema

/** Whether a live session that is active reads a stored series, in a query of series. */
export function isReadLive(): SQL<boolean> {
  const named = sql`jsonb_path_query(${sessions.spec}, '$.sources[*].seriesId') #>> '{}'`
  return sql<boolean>`${sourceSeries.id}::text in (select ${named} from ${sessions} where ${sessions.status} = 'Active')`
}

export async function readsLive(db: Drizzle, seriesId: string): Promise<boolean> {
  const rows = await db.select({ isLive: isReadLive() }).from(sourceSeries).where(eq(sourceSeries.id, seriesId))
  return rows[0]?.isLive === true
}
