import { type Drizzle, EVERYBODY, schema } from '@tradeloom/database'
import { inArray, sql } from 'drizzle-orm'

const { listStamps } = schema

/** Stamps of what one viewer's lists show. */
export interface ListStamps {
  /** Of the viewer's own algorithms and of what is shared. */
  readonly algorithms: string
  /** Of the viewer's own backtests. */
  readonly backtests: string
}

/** Reads the stamps of a viewer; null is a visitor. */
export type StampsOf = (viewerId: string | null) => Promise<ListStamps>

/** Triggers keep the stamps in the database, where every server and every job writes. */
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
