import { z } from 'zod'
import { addPasswordReset, type Drizzle, findPerson, resetLink, schema } from '@tradeloom/database'
import { and, eq, gt } from 'drizzle-orm'
import { defineJob, type Job } from '../../platform/jobs/define-job.ts'
import type { OutboxFeature } from '../outbox/outbox.feature.ts'
import { resetMail } from './reset-mail.ts'

const { passwordResets, users } = schema

const HOUR_MS = 60 * 60_000
/** For one account; more mail would only be a nuisance to its owner. */
const RESETS_AN_HOUR = 3

export interface ResetPasswordDeps {
  readonly db: Drizzle
  readonly now: () => number
  /** Of the server, for the link. */
  readonly url: string
  readonly postIn: OutboxFeature['postIn']
}

/** Mails a link for a new password if the address belongs to a user. */
export const resetPassword = defineJob({
  name: 'reset-password',
  schema: z.strictObject({ email: z.string() }),
  fairness: { atOnce: 4, perTenant: 1 },
  retry: { limit: 3 },
  perform,
})

async function perform(job: Job<{ readonly email: string }>, deps: ResetPasswordDeps): Promise<void> {
  const { db, now, url, postIn } = deps
  const { email } = job.data
  const person = email.includes('@') ? await findPerson(db, email, now()) : null
  if (!person) return
  await job.end(async (tx) => {
    // Several requests for one account may be performed at once: without the lock, each would miss the others.
    await tx.select({ id: users.id }).from(users).where(eq(users.id, person.id)).for('update')
    if ((await tx.$count(passwordResets, recentOf(person.id, now()))) >= RESETS_AN_HOUR) return
    const { key } = await addPasswordReset(tx, person.id, now())
    await postIn(tx, resetMail(person, resetLink(url, key)))
  })
}

function recentOf(userId: string, now: number) {
  return and(eq(passwordResets.userId, userId), gt(passwordResets.createdAt, new Date(now - HOUR_MS)))
}
