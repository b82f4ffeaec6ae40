import { type Drizzle, schema, type Transaction } from '@tradeloom/database'
import { and, eq, inArray, sql, sum } from 'drizzle-orm'

const { marketImports } = schema

/** Uploads of a user that are not yet imported. */
export interface WaitingImports {
  /** Those that have not started. */
  readonly queued: number
  /** Of all of them. */
  readonly bytes: number
}

export const isUnfinished = inArray(marketImports.status, ['Queued', 'In Progress'])

/** Counts the uploads of a user on all servers. */
export async function waitingImports(db: Drizzle | Transaction, userId: string): Promise<WaitingImports> {
  const [found] = await db
    .select({
      queued: sql<number>`count(*) filter (where ${marketImports.status} = 'Queued')::int`,
      bytes: sum(marketImports.bytes).mapWith(Number),
    })
    .from(marketImports)
    .where(and(eq(marketImports.userId, userId), isUnfinished))
  return { queued: found?.queued ?? 0, bytes: found?.bytes ?? 0 }
}
