import type { Database, Transaction } from '@tradeloom/database'
import type { AfterCommit, BoundJob, Interruption } from './define-job.ts'
import type { JobQueue, StoredJob } from './job-queue.ts'

interface InterruptDeps {
  readonly queue: JobQueue
  readonly db: Database['db']
}

interface Interrupted {
  readonly job: StoredJob
  /** Of the lease that must be held; null if its owner was found dead. */
  readonly epoch: number | null
  readonly why: Interruption
}

/** Returns a job to the queue, or gives it up after too many interruptions. */
export async function interrupt(kind: BoundJob, { queue, db }: InterruptDeps, interrupted: Interrupted): Promise<void> {
  const after = await db.transaction((tx) => interruptIn(tx, kind, queue, interrupted))
  await after?.()
}

/** In a transaction that has locked the job's lease, if any. */
export async function interruptIn(
  tx: Transaction,
  kind: BoundJob,
  queue: JobQueue,
  { job, epoch, why }: Interrupted,
): Promise<AfterCommit | void> {
  const isLast = why !== 'server-stopped' && job.losses >= kind.retryLimit
  const { id, data } = job
  let after: AfterCommit | void = undefined
  const change = async (): Promise<void> => {
    after = await kind.interrupted(tx, { id, data, why, isLast })
  }
  if (isLast) await queue.settleIn(tx, kind.name, id, epoch, change)
  else await queue.giveBack(tx, kind.name, { job, epoch, isLoss: why !== 'server-stopped' }, change)
  return after
}
