import { notify, schema, type Transaction } from '@tradeloom/database'
import { eq } from 'drizzle-orm'

const { algorithms } = schema

type BacktestRow = typeof schema.backtests.$inferSelect

/** Backtests of a few minutes are one notification: programs run hundreds of them. */
export async function notifyOfBacktest(tx: Transaction, run: BacktestRow): Promise<void> {
  const { id, userId, algorithmId, instrumentId, status } = run
  const [algorithm] = await tx.select({ name: algorithms.name }).from(algorithms).where(eq(algorithms.id, algorithmId))
  await notify(tx, userId, {
    kind: 'backtest-done',
    subject: 'Backtests have ended',
    body: `${algorithm?.name ?? 'A deleted algorithm'} on ${instrumentId}: ${status}`,
    object: `backtest:${id}`,
    dedupKey: userId,
  })
}
