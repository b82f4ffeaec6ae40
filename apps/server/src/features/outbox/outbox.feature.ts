import { newestMail, type Transaction } from '@tradeloom/database'
import { notFound } from '../../platform/errors/app-error.ts'
import type { Feature } from '../../platform/feature.ts'
import type { Platform } from '../../platform/platform.ts'
import { createMailServer } from './mail-server.ts'
import type { Mail } from './mail.ts'
import { createOutboxRepository } from './outbox.repository.ts'
import { sendMail } from './send-mail.job.ts'

const CLEAR_EVERY_MS = 10 * 60_000
const RETRY_EVERY_MS = 5_000

/** Mail to users: sent if there is a mail server, otherwise kept for the operator to read. */
export function outboxFeature({ config, db, jobs, logger, now }: Platform) {
  const outbox = createOutboxRepository(db, now)
  let timer: NodeJS.Timeout | undefined
  let retrying: NodeJS.Timeout | undefined
  /** What every server finds is queued once. */
  const retry = async (): Promise<void> => {
    const ids = await outbox.dueAgain()
    if (ids.length === 0) return
    await db.transaction(async (tx) => {
      for (const id of ids) await jobs.add(tx, sendMail, { id, tenant: id, data: {} })
    })
  }
  const clear = (): Promise<void> =>
    outbox.clearOld().catch((error: unknown) => logger.warn({ err: error }, 'old mail could not be cleared'))
  return {
    /** Takes the mail in the transaction of what it is about. */
    async postIn(tx: Transaction, mail: Mail): Promise<void> {
      const id = await outbox.addIn(tx, mail)
      if (config.mail) await jobs.add(tx, sendMail, { id, tenant: id, data: {} })
      else logger.info({ mail: id }, 'mail waits in the outbox: see /admin/outbox or "tradeloom user outbox"')
    },
    handlers: {
      listOutbox: async () => {
        await outbox.clearOld()
        return (await newestMail(db)).map(({ id, recipient, subject, body, createdAt, sentAt, error }) => ({
          id,
          to: recipient,
          subject,
          hasText: body !== '',
          created: createdAt.toISOString(),
          sent: sentAt?.toISOString() ?? null,
          error,
        }))
      },
      readOutboxMail: async ({ params }) => {
        const mail = await outbox.waiting(params.id)
        if (mail === null) throw notFound('Mail')
        return { text: mail.body }
      },
    },
    jobs: () => (config.mail ? [sendMail.with({ outbox, send: createMailServer(config.mail), logger })] : []),
    async start(): Promise<void> {
      await clear()
      timer = setInterval(() => void clear(), CLEAR_EVERY_MS)
      if (!config.mail) return
      retrying = setInterval(() => {
        retry().catch((error: unknown) => logger.warn({ err: error }, 'mail could not be queued again'))
      }, RETRY_EVERY_MS)
    },
    async stop(): Promise<void> {
      clearInterval(timer)
      clearInterval(retrying)
    },
  } as const satisfies Feature & Record<string, unknown>
}

export type OutboxFeature = ReturnType<typeof outboxFeature>
