import { AccountLedger, type Drizzle, recordAudit, schema } from '@tradeloom/database'
import type { FlattenRequest } from '@tradeloom/kill-switch'
import { and, eq, inArray, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import { isAtRisk } from '../../trading-core/guard/to-be-guarded.ts'
import type { FlattenRecord } from './flatten-record.ts'
import type { RaisedLevel } from './guard-file.ts'
import type { Reference } from './stored-guards.ts'
import { unblocked } from './unblocked.ts'

const { accountControl, auditLog, brokerConnections, tradingAccounts } = schema

/** It is written again soon. */
const LOCK_TIMEOUT = sql`set local lock_timeout = '500ms'`
const DAY_MS = 86_400_000

/** Makes an account as strict as the guardian demands. `isHeld`: the guardian closes it down itself. */
export async function writeLevel(
  db: Drizzle,
  accountId: string,
  { level, reason }: RaisedLevel,
  isHeld: boolean,
): Promise<void> {
  await unblocked(db, async (tx) => {
    const ledger = await AccountLedger.open(tx, accountId)
    await ledger?.raise({ level, reason, by: 'guardian', holder: isHeld ? 'guardian' : null })
  })
}

/** What it says of an account on which something is practiced: the journal tells what the practice has shown. */
export async function writeWarning(db: Drizzle, accountId: string, reasons: readonly string[]): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(LOCK_TIMEOUT)
    const ledger = await AccountLedger.open(tx, accountId)
    await ledger?.record({ kind: 'WARNED', rows: [], note: { by: 'guardian', reasons: [...reasons] } })
  })
}

/** Notes from where on the loss of the day is counted, unless that is known already. */
export async function writeReference(db: Drizzle, accountId: string, { at, result }: Reference): Promise<void> {
  const startOfDay = new Date(at - (at % DAY_MS))
  const isOld = or(isNull(accountControl.referenceAt), lt(accountControl.referenceAt, startOfDay))
  await note(db, accountId, { referenceAt: new Date(at), referenceResult: result }, isOld)
}

/** Notes the highest result since then, unless a higher one is known, or it is counted anew meanwhile. */
export async function writePeak(db: Drizzle, accountId: string, since: number, result: number): Promise<void> {
  const isHigher = or(isNull(accountControl.peakResult), lt(accountControl.peakResult, result))
  const isStill = and(eq(accountControl.peakSince, new Date(since)), isHigher)
  await note(db, accountId, { peakResult: result }, isStill)
}

async function note(
  db: Drizzle,
  accountId: string,
  values: Partial<typeof accountControl.$inferInsert>,
  where: SQL | undefined,
): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(LOCK_TIMEOUT)
    await tx
      .update(accountControl)
      .set(values)
      .where(and(eq(accountControl.accountId, accountId), where))
  })
}

export interface FlattenedAccount {
  readonly accountId: string
  readonly venue: string
}

/** Accounts that are to be closed down: those that are named, or all that have anything or may have. */
export async function accountsToFlatten(
  db: Drizzle,
  { accounts, userId }: Pick<FlattenRequest, 'accounts' | 'userId'>,
): Promise<FlattenedAccount[]> {
  const { id, venue, connectionId } = tradingAccounts
  const isNamed = accounts === 'all' ? isAtRisk() : inArray(id, [...accounts])
  const isOf = userId === undefined ? undefined : eq(tradingAccounts.userId, userId)
  return db
    .select({ accountId: id, venue })
    .from(tradingAccounts)
    .innerJoin(brokerConnections, eq(brokerConnections.id, connectionId))
    .where(and(isNull(brokerConnections.deletedAt), isNamed, isOf))
}

/** Who asked for what, and when it was done, once for each request whatever guardian says so. */
export async function recordFlatten(db: Drizzle, { request, accounts, recorded }: FlattenRecord): Promise<void> {
  const action = recorded === 'flat' ? 'kill-switch-flat' : 'kill-switch-used'
  const { id, userId, door, by, at } = request
  const time = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString())
  const last = (times: readonly (number | null)[]): number | null => Math.max(...times.map((one) => one ?? 0)) || null
  const raised = last(accounts.map(({ raisedAt }) => raisedAt))
  const flat = last(accounts.map(({ flatAt }) => flatAt))
  await db.transaction(async (tx) => {
    // Two guardians would both find no line.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`${action} ${id}`}, 0))`)
    const isRecorded = and(eq(auditLog.object, id), eq(auditLog.action, action))
    if ((await tx.$count(auditLog, isRecorded)) > 0) return
    await recordAudit(tx, {
      actor: userId ?? null,
      via: door === undefined ? 'cli' : 'web',
      action,
      object: id,
      address: null,
      detail: {
        door: door ?? by,
        accounts: accounts.map(({ accountId }) => accountId).join(' '),
        requested: time(at),
        raised: time(raised),
        ...(recorded === 'flat' ? { flat: time(flat) } : {}),
      },
    })
  })
}
