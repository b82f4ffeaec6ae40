import {
  type Drizzle,
  notifyAdministrators,
  recordAudit,
  schema,
  verifyAudit,
  verifyJournals,
} from '@tradeloom/database'
import { desc, eq, sql } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'

const { auditLog } = schema

const WEEK_MS = 7 * 24 * 60 * 60_000
const VERIFIED = 'records-verified'
/** Advisory lock of the server that verifies. */
const LOCK = 7_236_032

interface Deps {
  readonly db: Drizzle
  readonly logger: Pick<FastifyBaseLogger, 'info' | 'error'>
  readonly now: () => number
}

/**
 * Once a week: whether the audit log and the journals of all accounts are as they were written. That it was done is a line of
 * the audit log itself, so it is due a week later on whatever server, and administrators see it.
 */
export async function verifyRecords({ db, logger, now }: Deps): Promise<void> {
  await db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ isOurs: boolean }>(sql`select pg_try_advisory_xact_lock(${LOCK}) as "isOurs"`)
    if (rows[0]?.isOurs !== true || !(await isDue(db, now()))) return
    const { lines, fault } = await verifyAudit(db)
    const { journals, faults } = await verifyJournals(db)
    const found = [
      ...(fault === null ? [] : [`audit log: ${fault}`]),
      ...faults.map((one) => `journal of account ${one.accountId}: ${one.fault}`),
    ]
    if (found.length === 0) logger.info({ lines, journals }, 'the audit log and the journals are as they were written')
    else {
      logger.error({ lines, journals, found }, 'the audit log or a journal was modified from outside')
      await notifyAdministrators(tx, {
        kind: 'records-changed',
        subject: 'The audit log or a journal was modified from outside',
        body: found.join('\n'),
        object: 'admin:',
        dedupKey: new Date(now()).toISOString().slice(0, 10),
        at: now(),
      })
    }
    const line = { actor: null, via: 'server', action: VERIFIED, object: null, address: null } as const
    await recordAudit(tx, { ...line, detail: { lines, journals, faults: found.length } }, now)
  })
}

async function isDue(db: Drizzle, now: number): Promise<boolean> {
  const [last] = await db
    .select({ at: auditLog.at })
    .from(auditLog)
    .where(eq(auditLog.action, VERIFIED))
    .orderBy(desc(auditLog.n))
    .limit(1)
  return last === undefined || last.at.getTime() <= now - WEEK_MS
}
