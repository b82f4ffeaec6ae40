import type { Backtest } from '@tradeloom/contracts'
import { call } from '../../../api/call.ts'

const POLL_MS = 500

/** The full backtests of rows, run if they have not been yet; resolves with their ids when all have ended. */
export async function runFullBacktests(optimizationId: string, indexes: readonly number[]): Promise<string[]> {
  const started = await Promise.all(
    indexes.map((index) => call('runOptimizationBacktest', { params: { id: optimizationId }, body: { index } })),
  )
  return Promise.all(started.map(ended))
}

async function ended({ id, status }: Pick<Backtest, 'id' | 'status'>): Promise<string> {
  if (status !== 'Queued' && status !== 'In Progress') return id
  await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  return ended(await call('getBacktest', { params: { id }, query: { metrics: 'known' } }))
}
