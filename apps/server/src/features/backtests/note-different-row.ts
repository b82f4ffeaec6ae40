import { schema, type Transaction } from '@tradeloom/database'
import { and, eq, ne, sql } from 'drizzle-orm'

const { backtests, optimizationRows } = schema

const TEXT =
  'This result differs from its row in the optimization: the prices or the version of Tradeloom have changed since'

/** The full backtest of a row was run later than the row: says so if it has not traded the same. */
export async function noteDifferentRow(tx: Transaction, id: string): Promise<void> {
  const { detail, ledgerHash, optimisationId, optimizationIndex } = backtests
  const joined = sql`case when coalesce(${detail}, '') = '' then ${TEXT} else ${TEXT} || '. ' || ${detail} end`
  await tx
    .update(backtests)
    .set({ detail: joined })
    .from(optimizationRows)
    .where(
      and(
        eq(backtests.id, id),
        eq(optimizationRows.optimizationId, optimisationId),
        eq(optimizationRows.index, optimizationIndex),
        // A row that was cut has none.
        ne(optimizationRows.ledgerHash, ledgerHash),
      ),
    )
}
