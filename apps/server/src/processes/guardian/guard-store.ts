import { AccountLedger, type Drizzle, schema } from '@tradeloom/database'
import { and, eq, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import type { RaisedLevel } from './guard-file.ts'
import type { Reference } from './stored-guards.ts'
import { unblocked } from './unblocked.ts'

const { accountControl } = schema

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
