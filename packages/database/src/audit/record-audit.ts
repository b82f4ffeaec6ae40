import { nextEntry } from '@tradeloom/trading'
import { desc, sql } from 'drizzle-orm'
import { sha256 } from '../ledger/account-ledger.ts'
import { schema } from '../schema.ts'
import type { Drizzle, Transaction } from '../start-database.ts'

const { auditLog } = schema

/** The first line is linked to the hash of this. */
export const AUDIT_CHAIN = 'audit'
/** Advisory lock under which lines are added, one after the other. */
const AUDIT_LOCK = 7_236_031

export interface AuditEntry {
  /** Id of a user; null for somebody at the terminal, for visitors and for the server itself. */
  readonly actor: string | null
  readonly via: 'web' | 'api' | 'cli' | 'server'
  /** What was done, such as `package-assigned`. */
  readonly action: string
  /** What it was done to: the id of a user, or of something of theirs. */
  readonly object: string | null
  /** Where the request came from. */
  readonly address: string | null
  /** Never a secret. */
  readonly detail: Readonly<Record<string, string | number | boolean | null>>
}

/**
 * Adds a line to the audit log. In a transaction it is called last, because until the end of that nobody else can add one;
 * without, it is a transaction of its own.
 */
export async function recordAudit(
  db: Pick<Drizzle, 'transaction'> | Transaction,
  { action, ...body }: AuditEntry,
  now: () => number = Date.now,
): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${AUDIT_LOCK})`)
    const [last] = await tx
      .select({ n: auditLog.n, hash: auditLog.hash })
      .from(auditLog)
      .orderBy(desc(auditLog.n))
      .limit(1)
    const entry = { at: now(), kind: action, intentId: null, body }
    const { n, at, body: text, prev, hash } = nextEntry(sha256, AUDIT_CHAIN, last ?? { n: 0, hash: null }, entry)
    await tx.insert(auditLog).values({ n, at: new Date(at), action, body: text, prev, hash })
  })
}
