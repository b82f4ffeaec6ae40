import type { Bus } from '@tradeloom/bus'
import type { ExportedBacktest } from '@tradeloom/contracts'
import { retryWhileAway, type Transaction } from '@tradeloom/database'
import { exportedRun } from '@tradeloom/market-data'
import { analyzeScript } from '@tradeloom/script'
import type { FastifyBaseLogger } from 'fastify'
import { z } from 'zod'
import { type AfterCommit, defineJob, type InterruptedJob, type Job } from '../../platform/jobs/define-job.ts'
import { checkScript } from '../algorithms/check-script.ts'
import { publish } from '../backtests/backtest-events.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import type { SourceSeries } from '../sources/source-series.ts'
import { unpackJson } from '../../platform/results/packed-json.ts'
import { failed, repeatRun, type RepeatDeps } from './repeat-run.ts'
import type { EndedVerification, Repeatable, VerificationsRepository } from './verifications.repository.ts'
import { viewVerification } from './view-verification.ts'

export interface VerifyBacktestDeps extends RepeatDeps {
  readonly repository: VerificationsRepository
  /** Null for a backtest that is gone. */
  readonly algorithmOf: (backtestId: string) => Promise<string | null>
  readonly bus: Bus
  readonly logger: FastifyBaseLogger
  readonly series: Pick<SourceSeries, 'forRun'>
  /** Runs at one time. */
  readonly size: number
}

type Taken = NonNullable<Awaited<ReturnType<VerificationsRepository['take']>>>

/** How long a verification waits while the database is away. */
const PATIENCE_MS = 10 * 60_000

/** Repeats the run of a verification, whose id the job has. Users take turns, and backtests go first. */
export const verifyBacktest = defineJob({
  name: 'verify-backtest',
  schema: z.strictObject({}),
  fairness: ({ size }: VerifyBacktestDeps) => ({ atOnce: size, perTenant: 1, workClass: 'background' }),
  retry: { limit: 3, interrupted: requeue },
  perform,
  unfinished: async ({ repository }) =>
    (await repository.unfinished()).map(({ id, userId }) => ({ id, tenant: userId, data: {} })),
})

async function perform(job: Job<unknown>, deps: VerifyBacktestDeps): Promise<void> {
  const { repository } = deps
  const patiently = <Value>(work: () => Promise<Value>): Promise<Value> =>
    retryWhileAway(work, { limitMs: PATIENCE_MS, signal: job.signal })
  const taken = await patiently(() => repository.take(job.id))
  if (!taken || job.signal.aborted) return
  await patiently(() => tell(job.id, deps))
  const ended = await attempt(taken, deps, job.signal)
  if (ended === null || job.signal.aborted) return
  if (await job.end((tx) => repository.finishIn(tx, job.id, ended))) await patiently(() => tell(job.id, deps))
}

async function attempt(taken: Taken, deps: VerifyBacktestDeps, signal: AbortSignal): Promise<EndedVerification | null> {
  try {
    const run = await repeatable(taken, deps)
    if (run === null) return failed('The backtest has no result')
    return await repeatRun({ ...run, id: taken.id, userId: taken.userId }, deps, signal)
  } catch (error) {
    if (signal.aborted) return null
    // A dataset that the run read cannot be fetched here.
    if (error instanceof AppError)
      return { status: 'Differs', differences: [dataDifference(error)], detail: error.message }
    deps.logger.error({ err: error, verification: taken.id }, 'verification failed')
    return failed(`The verification failed. See the server log under ${taken.id}`)
  }
}

async function repeatable(
  { backtestId, bundle, userId }: Taken,
  { repository, series }: Pick<VerifyBacktestDeps, 'repository' | 'series'>,
): Promise<Repeatable | null> {
  if (bundle === null) return backtestId === null ? null : repository.repeatable(backtestId)
  const { value: file } = await unpackJson<ExportedBacktest>(bundle)
  const { run, expected } = exportedRun(file, checkScript(file.script))
  // Not those that the file names: whoever verifies needs a right of their own to read them.
  const sources = await series.forRun(analyzeScript(file.script).series, run, userId)
  return { run: { ...run, sources, script: file.script }, expected }
}

function dataDifference({ message }: AppError) {
  return { what: 'data', before: '', now: '', text: message } as const
}

/** Sends the state of a verification to pages with the backtest. */
async function tell(
  id: string,
  { repository, algorithmOf, bus }: Pick<VerifyBacktestDeps, 'repository' | 'algorithmOf' | 'bus'>,
): Promise<void> {
  const row = await repository.find(id)
  if (row?.backtestId == null) return
  const algorithmId = await algorithmOf(row.backtestId)
  if (algorithmId === null) return
  const data = { id: row.backtestId, algorithmId, verification: viewVerification(row) }
  publish(bus, row.backtestId, { event: 'verified', userId: row.userId, data })
}

async function requeue(
  tx: Transaction,
  { id, isLast }: InterruptedJob<Record<string, never>>,
  deps: VerifyBacktestDeps,
): Promise<AfterCommit> {
  if (isLast) await deps.repository.finishIn(tx, id, failed('The verification was interrupted too often'))
  else await deps.repository.requeueIn(tx, id)
  return () => retryWhileAway(() => tell(id, deps), { limitMs: 10_000 })
}
