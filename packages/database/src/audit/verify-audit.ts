import { asc, gt } from 'drizzle-orm'
import { schema } from '../schema.ts'
import type { Drizzle } from '../start-database.ts'
import { CHAIN_PAGE, chainFault } from './chain-fault.ts'
import { AUDIT_CHAIN } from './record-audit.ts'

const { auditLog } = schema

/** The first fault of the audit log, null if there is none, and how many lines were read before its page. */
export async function verifyAudit(db: Pick<Drizzle, 'select'>): Promise<{ lines: number; fault: string | null }> {
  const { last, fault } = await chainFault(AUDIT_CHAIN, async (after) => {
    const rows = await db
      .select()
      .from(auditLog)
      .where(gt(auditLog.n, after))
      .orderBy(asc(auditLog.n))
      .limit(CHAIN_PAGE)
    return rows.map(({ at, action, ...rest }) => ({ ...rest, at: at.getTime(), kind: action, intentId: null }))
  })
  return { lines: last.n, fault }
}
