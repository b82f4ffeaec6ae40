import type { Database } from '@tradeloom/database'
import { expireDeadOwners, forgetLostOwners } from '../leases/leases.ts'
import type { BoundJob } from './define-job.ts'
import { interruptIn } from './interrupt.ts'
import type { JobLogger } from './job-logger.ts'
import type { JobQueue } from './job-queue.ts'

interface TakeOverDeps {
  readonly queue: JobQueue
  readonly db: Database['db']
  readonly logger: JobLogger
  readonly onDeath: () => void
}

/** Returns the jobs of dead owners to their queues. */
export async function takeOverAbandoned(
  kinds: ReadonlyMap<string, BoundJob>,
  { queue, db, logger, onDeath }: TakeOverDeps,
): Promise<void> {
  await expireDeadOwners(db)
  const abandoned = await queue.abandoned([...kinds.keys()])
  for (const one of abandoned) {
    const kind = kinds.get(one.queue) as BoundJob
    const after = await db.transaction(async (tx) => {
      // Another process may have been faster.
      const job = await queue.lockAbandoned(tx, one)
      return job ? interruptIn(tx, kind, queue, { job, epoch: null, why: 'server-lost' }) : undefined
    })
    logger.warn({ queue: one.queue, job: one.id }, 'a job of a dead process was returned to the queue')
    await after?.()
  }
  if (await forgetLostOwners(db)) onDeath()
}
