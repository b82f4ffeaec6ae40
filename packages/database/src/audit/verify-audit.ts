import { journalFault, type JournalHead } from '@tradeloom/trading'
import { asc, gt } from 'drizzle-orm'
import { sha256 } from '../ledger/account-ledger.ts'
import { schema } from '../schema.ts'
import type { Drizzle } from '../start-database.ts'
import { AUDIT_CHAIN } from './record-audit.ts'

const { auditLog } = schema
const PAGE = 5_000

/** The first fault of the audit log, null if there is none, and how many lines were read before its page. */
export async function verifyAudit(db: Pick<Drizzle, 'select'>): Promise<{ lines: number; fault: string | null }> {
  let head: JournalHead = { n: 0, hash: null }
  for (;;) {
    const rows = await db.select().from(auditLog).where(gt(auditLog.n, head.n)).orderBy(asc(auditLog.n)).limit(PAGE)
    const last = rows.at(-1)
    if (last === undefined) return { lines: head.n, fault: null }
    const lines = rows.map(({ at, action, ...rest }) => ({ ...rest, at: at.getTime(), kind: action, intentId: null }))
    const fault = journalFault(sha256, AUDIT_CHAIN, lines, last, head)
    if (fault !== null) return { lines: head.n, fault }
    head = last
  }
}
