import { and, eq, gte, inArray, sql } from 'drizzle-orm'
import { schema } from './schema.ts'
import type { Drizzle } from './start-database.ts'

const { accountControl, positions } = schema

/** Profit of the positions of accounts that were closed since the reference of the day, or since the peak is looked for. */
export function closedResults(
  db: Pick<Drizzle, 'select'>,
  accountIds: readonly string[],
  since: 'referenceAt' | 'peakSince',
): Promise<{ accountId: string; result: number }[]> {
  return db
    .select({ accountId: positions.accountId, result: sql<number>`sum(${positions.profit})` })
    .from(positions)
    .innerJoin(accountControl, eq(accountControl.accountId, positions.accountId))
    .where(
      and(
        inArray(positions.accountId, [...accountIds]),
        eq(positions.status, 'CLOSED'),
        gte(positions.closeTime, accountControl[since]),
      ),
    )
    .groupBy(positions.accountId)
}
