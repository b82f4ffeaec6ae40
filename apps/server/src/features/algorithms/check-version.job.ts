import { z } from 'zod'
import { retryWhileAway, type Transaction } from '@tradeloom/database'
import { type AfterCommit, defineJob, type InterruptedJob, type Job } from '../../platform/jobs/define-job.ts'
import { type ChecksRepository, type TakenCheck } from './checks.repository.ts'
import { type EndedCheck, notRun } from './check-verdict.ts'
import { publishCheck, runCheck, type RunCheckDeps } from './run-check.ts'

export interface CheckVersionDeps extends RunCheckDeps {
  readonly repository: ChecksRepository
}

type Interrupted = InterruptedJob<Record<string, never>>

/** Number of attempts for a check that loses its runner or fails unexpectedly. */
const MAX_ATTEMPTS = 2
/** How long a check waits while the database is away. */
const PATIENCE_MS = 10 * 60_000

/** Checks the version of the job's id for look-ahead bias, one at a time and after all other work. */
export const checkVersion = defineJob({
  name: 'check-version',
  schema: z.strictObject({}),
  fairness: { atOnce: 1, perTenant: 1, workClass: 'background' },
  retry: { limit: 5, interrupted: requeue },
  perform,
  unfinished: async ({ repository }) =>
    (await repository.unfinished()).map(({ id, userId }) => ({ id, tenant: userId, data: {} })),
})

async function perform(job: Job<unknown>, deps: CheckVersionDeps): Promise<void> {
  const { repository, logger } = deps
  const patiently = <Value>(work: () => Promise<Value>): Promise<Value> =>
    retryWhileAway(work, { limitMs: PATIENCE_MS, signal: job.signal })
  for (;;) {
    const taken = await patiently(() => repository.take(job.id))
    // The version was deleted or the check is done.
    if (!taken || job.signal.aborted) return
    await patiently(() => publishCheck(deps, taken))
    const isLast = taken.attempts >= MAX_ATTEMPTS
    const ended = await attempt(taken, isLast, deps, job.signal)
    if (job.signal.aborted) return
    if (ended) {
      if (await job.end((tx) => repository.finishIn(tx, job.id, ended))) {
        await patiently(() => publishCheck(deps, taken))
      }
      return
    }
    logger.debug({ version: taken.id }, 'check is repeated')
    await patiently(() => repository.requeue(job.id))
  }
}

/** How the check ended; null if it should be repeated. */
async function attempt(
  taken: TakenCheck,
  isLast: boolean,
  deps: CheckVersionDeps,
  signal: AbortSignal,
): Promise<EndedCheck | null> {
  try {
    const { ended, lost } = await runCheck(taken, deps, signal)
    if (lost === null || isLast) return ended
    deps.logger.warn({ version: taken.id, reason: lost }, 'check lost its runner')
  } catch (error) {
    // A failing check must not affect anything else.
    if (!signal.aborted) deps.logger.error({ err: error, version: taken.id }, 'check of a version failed')
    if (isLast) return notRun(FAILED)
  }
  return null
}

const FAILED = 'The check failed, so the version is not verified'

async function requeue(
  tx: Transaction,
  { id, isLast }: Interrupted,
  { repository }: CheckVersionDeps,
): Promise<AfterCommit | void> {
  if (isLast) await repository.finishIn(tx, id, notRun(FAILED))
  else await repository.requeueIn(tx, id)
}
