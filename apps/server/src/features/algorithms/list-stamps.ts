import { type Drizzle, EVERYBODY, schema } from '@tradeloom/database'
import { inArray, sql } from 'drizzle-orm'

const { listStamps } = schema

/** Stamps of the contents of one viewer's lists. */
export interface ListStamps {
  /** For the viewer's own algorithms and everything shared. */
  readonly algorithms: string
  /** For the viewer's own backtests. */
  readonly backtests: string
}

/** Reads a viewer's stamps; null is a visitor. */
export type StampsOf = (viewerId: string | null) => Promise<ListStamps>

/** Triggers update the stamps in the database, because every server and job writes there. */
export function createListStamps(db: Drizzle): StampsOf {
  const query = db
    .select()
    .from(listStamps)
    .where(inArray(listStamps.userId, [sql.placeholder('viewer'), EVERYBODY]))
    .prepare('list_stamps')
  return async (viewerId) => {
    const rows = await query.execute({ viewer: viewerId ?? EVERYBODY })
    const shared = rows.find(({ userId }) => userId === EVERYBODY)?.algorithms ?? 0n
    const own = viewerId === null ? undefined : rows.find(({ userId }) => userId === viewerId)
    return { algorithms: `${shared} ${own?.algorithms ?? 0n}`, backtests: String(own?.backtests ?? 0n) }
  }
}
