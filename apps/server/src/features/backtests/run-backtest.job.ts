import { retryWhileAway, type Transaction } from '@tradeloom/database'
import { z } from 'zod'
import { type AfterCommit, defineJob, type InterruptedJob } from '../../platform/jobs/define-job.ts'
import { publishRow } from './backtest-events.ts'
import { BacktestRun, type BacktestRunDeps, failed } from './run/backtest-run.ts'

export interface RunBacktestDeps extends BacktestRunDeps {
  /** Runs at one time. */
  readonly size: number
}

type Interrupted = InterruptedJob<Record<string, never>>

/** Runs the backtest whose id the job has. */
export const runBacktest = defineJob({
  name: 'run-backtest',
  schema: z.strictObject({}),
  // Twice as many as there are places: one user can fill the places, but the pool still sees who else waits.
  fairness: ({ size }: RunBacktestDeps) => ({ atOnce: 2 * size, perTenant: size }),
  retry: { limit: 5, interrupted: requeue },
  perform: async (job, deps) => {
    await new BacktestRun(job, deps).perform()
  },
  unfinished: async ({ repository }) =>
    (await repository.unfinished()).map(({ id, userId }) => ({ id, tenant: userId, data: {} })),
})

const REASONS = {
  'server-lost': 'The runner was lost; running again',
  'server-stopped': 'The server was restarted; running again',
  error: 'The run was interrupted; running again',
} as const satisfies Record<Interrupted['why'], string>

async function requeue(
  tx: Transaction,
  { id, why, isLast }: Interrupted,
  { repository, units, bus, logger }: RunBacktestDeps,
): Promise<AfterCommit> {
  if (isLast) await repository.finishIn(tx, id, failed('The runner was lost too often'), 'any')
  else await repository.requeueIn(tx, id, REASONS[why])
  const event = isLast ? 'failed' : 'update'
  return async () => {
    const record = await retryWhileAway(() => repository.record(id), { limitMs: 10_000 })
    if (record) publishRow(bus, event, record)
    if (record && isLast) await units.tell(record.row.userId)
    if (!record) logger.debug({ backtest: id }, 'an interrupted backtest is gone')
  }
}
