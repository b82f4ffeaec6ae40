import { z } from 'zod'
import { retryWhileAway, type Transaction } from '@tradeloom/database'
import { type AfterCommit, defineJob, type InterruptedJob, type Job } from '../../platform/jobs/define-job.ts'
import { type ChecksRepository, type TakenCheck } from './checks.repository.ts'
import { type EndedCheck, notRun } from './check-verdict.ts'
import { publishCheck, runCheck, type RunCheckDeps } from './run-check.ts'

export interface CheckVersionDeps extends RunCheckDeps {
  readonly repository: ChecksRepository
  /** Checks at one time. */
  readonly size: number
  /** Waits until the machine has time for another attempt. */
  readonly whenIdle: (signal: AbortSignal) => Promise<void>
}

type Interrupted = InterruptedJob<Record<string, never>>

/** Number of attempts for a check that loses its runner or fails unexpectedly. */
const MAX_ATTEMPTS = 3
/** How long a check waits while the database is away. */
const PATIENCE_MS = 10 * 60_000

/** Checks the version of the job's id for look-ahead bias, after all other work. */
export const checkVersion = defineJob({
  name: 'check-version',
  schema: z.strictObject({}),
  // Twice as many as there are places: one user can fill the places, but the pool still sees who else waits.
  fairness: ({ size }: CheckVersionDeps) => ({ atOnce: 2 * size, perTenant: size, workClass: 'background' }),
  retry: { limit: 5, interrupted: requeue },
  perform,
  unfinished: async ({ repository }) =>
    (await repository.unfinished()).map(({ id, userId }) => ({ id, tenant: userId, data: {} })),
})

async function perform(job: Job<unknown>, deps: CheckVersionDeps): Promise<void> {
  const { repository, whenIdle } = deps
  const patiently = <Value>(work: () => Promise<Value>): Promise<Value> =>
    retryWhileAway(work, { limitMs: PATIENCE_MS, signal: job.signal })
  for (;;) {
    const taken = await patiently(() => repository.take(job.id))
    // The version was deleted or the check is done.
    if (!taken || job.signal.aborted) return
    await patiently(() => publishCheck(deps, taken))
    const ended = await attempt(taken, deps, job.signal)
    if (job.signal.aborted) return
    if (ended) {
      if (await job.end((tx) => repository.finishIn(tx, job.id, ended))) {
        await patiently(() => publishCheck(deps, taken))
      }
      return
    }
    await patiently(() => repository.requeue(job.id))
    await patiently(() => publishCheck(deps, taken))
    await whenIdle(job.signal)
  }
}

/** How the check ended; null if it should be repeated, because the machine or this server is to blame. */
async function attempt(taken: TakenCheck, deps: CheckVersionDeps, signal: AbortSignal): Promise<EndedCheck | null> {
  const isLast = taken.attempts >= MAX_ATTEMPTS
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

const FAILED =
  'The analysis failed because of a fault of this server, which says nothing about the script. Check again; if it fails again, the log of the server has the reason'

async function requeue(
  tx: Transaction,
  { id, isLast }: Interrupted,
  { repository }: CheckVersionDeps,
): Promise<AfterCommit | void> {
  if (isLast) await repository.finishIn(tx, id, notRun(FAILED))
  else await repository.requeueIn(tx, id)
}
