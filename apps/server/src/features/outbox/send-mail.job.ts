import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { retryWhileAway } from '@tradeloom/database'
import { defineJob, type Job } from '../../platform/jobs/define-job.ts'
import type { JobLogger } from '../../platform/jobs/job-logger.ts'
import type { Mail } from './mail.ts'
import type { OutboxRepository } from './outbox.repository.ts'

export interface SendMailDeps {
  readonly outbox: OutboxRepository
  readonly send: (mail: Mail) => Promise<void>
  readonly logger: JobLogger
}

/**
 * Pauses between the attempts of one job, in milliseconds. A mail server that is away for longer is asked again by another
 * job, so that mail that it defers takes no place from other mail.
 */
const PAUSES_MS = [1000, 3000]
const PATIENCE_MS = 10 * 60_000

/** Hands the mail of the job's id to the mail server. What it does not accept stays in the outbox with its reply. */
export const sendMail = defineJob({
  name: 'send-mail',
  schema: z.strictObject({}),
  fairness: { atOnce: 8, perTenant: 2 },
  retry: { limit: 5 },
  perform,
  unfinished: async ({ outbox }) => (await outbox.allWaiting()).map((id) => ({ id, tenant: id, data: {} })),
})

async function perform(job: Job<unknown>, { outbox, send, logger }: SendMailDeps): Promise<void> {
  const patiently = <Value>(work: () => Promise<Value>): Promise<Value> =>
    retryWhileAway(work, { limitMs: PATIENCE_MS, signal: job.signal })
  for (const pause of [...PAUSES_MS, null]) {
    const mail = await patiently(() => outbox.waiting(job.id))
    if (!mail || job.signal.aborted) return
    const problem = await send(mail).then(
      () => null,
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    )
    if (problem === null) {
      await job.end((tx) => outbox.sentIn(tx, job.id))
      return
    }
    logger.warn({ mail: job.id, problem }, 'mail was not sent')
    await patiently(() => outbox.failed(job.id, problem, Math.floor(mail.attempts / (PAUSES_MS.length + 1)) + 1))
    if (pause !== null) await sleep(pause, undefined, { signal: job.signal })
  }
}
