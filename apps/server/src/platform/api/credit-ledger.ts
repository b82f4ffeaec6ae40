import { type Drizzle, notify, schema, type Transaction } from '@tradeloom/database'
import { and, eq, gt, lt, min, sql } from 'drizzle-orm'
import { isStale } from '../leases/leases.ts'

const { apiLeases, apiUsage, apiWindow } = schema

const HOUR_MS = 3_600_000
/** 30 days, hour by hour. */
const WINDOW_MS = 720 * HOUR_MS
const DAY_MS = 24 * HOUR_MS
const KEPT_MS = 31 * DAY_MS
/** Credits of one lease, if that is no more than its share of what is left. */
const MOST = 50
const SHARE = 100
const TOLD_SHARE = 0.8

export interface LeaseTerms {
  readonly userId: string
  readonly owner: string
  /** Credits of the window; null without a limit. */
  readonly available: number | null
  /** What the next call costs; 0: nothing more is wanted. */
  readonly cost: number
  /** What this process has spent since its last lease. */
  readonly spent: number
}

export interface CreditLease {
  /** 0 if too few are left. */
  readonly credits: number
  /** In the last 30 days, by all processes, as far as they have told. */
  readonly used: number
  /** When the oldest hour leaves the window, UTC milliseconds. */
  readonly reset: number
}

/**
 * Writes down what this process has spent, and leases it more. Under the lock of the user's window, so that the leases of
 * all processes and what was spent never exceed what is available. A lease counts as long as its process lives.
 */
export async function leaseCredits(db: Drizzle, terms: LeaseTerms, now: number): Promise<CreditLease> {
  const { userId, owner, available, cost } = terms
  return db.transaction(async (tx) => {
    const used = await settle(tx, terms, now)
    await notifyOfUse(tx, terms, used, now)
    const isMine = and(eq(apiLeases.userId, userId), eq(apiLeases.owner, owner))
    await tx.delete(apiLeases).where(isMine)
    const reset = await oldestHour(tx, userId, now)
    const rest = available === null ? Infinity : available - used - (await leasedByOthers(tx, userId))
    if (cost === 0 || rest < cost) return { credits: 0, used, reset }
    const credits = Math.max(cost, Math.min(MOST, Math.floor(rest / SHARE)))
    await tx.insert(apiLeases).values({ userId, owner, credits })
    return { credits, used, reset }
  })
}

/** Once on a day on which the share is passed. */
async function notifyOfUse(tx: Transaction, terms: LeaseTerms, used: number, now: number): Promise<void> {
  const { userId, available, spent } = terms
  const limit = available === null ? Infinity : available * TOLD_SHARE
  if (used < limit || used - spent >= limit) return
  await notify(tx, userId, {
    kind: 'credits-low',
    subject: '80 % of your API credits are used',
    body: 'Calls of programs are refused when none are left. The oldest ones return hour by hour.',
    object: 'settings:api-access',
    dedupKey: new Date(now).toISOString().slice(0, 10),
    at: now,
  })
}

/** Adds what was spent to this hour; returns what was used in the last 30 days. */
async function settle(tx: Transaction, { userId, spent }: LeaseTerms, now: number): Promise<number> {
  const hour = hourOf(now)
  const window = await lockWindow(tx, userId)
  if (spent > 0) {
    await tx
      .insert(apiUsage)
      .values({ userId, hour, used: spent })
      .onConflictDoUpdate({
        target: [apiUsage.userId, apiUsage.hour],
        set: { used: sql`${apiUsage.used} + excluded.used` },
      })
  }
  const isCurrent = window.asOf.getTime() === hour.getTime()
  if (isCurrent && spent === 0) return window.used30d
  const used30d = isCurrent ? window.used30d + spent : await sumAgain(tx, userId, now)
  await tx.update(apiWindow).set({ used30d, asOf: hour }).where(eq(apiWindow.userId, userId))
  return used30d
}

/** Until the transaction ends, nobody else counts credits or sockets of this user. */
export async function lockWindow(tx: Transaction, userId: string) {
  // Never summed.
  await tx
    .insert(apiWindow)
    .values({ userId, asOf: new Date(0) })
    .onConflictDoNothing()
  const [window] = await tx.select().from(apiWindow).where(eq(apiWindow.userId, userId)).for('update')
  return window as typeof apiWindow.$inferSelect
}

/** In a new hour: old ones are forgotten. */
async function sumAgain(tx: Transaction, userId: string, now: number): Promise<number> {
  await tx.delete(apiUsage).where(and(eq(apiUsage.userId, userId), lt(apiUsage.hour, new Date(now - KEPT_MS))))
  return sumSince(tx, userId, now - WINDOW_MS)
}

/** What was used in the last 24 hours and in the last 30 days. */
export async function usedCredits(
  db: Pick<Drizzle, 'select'>,
  userId: string,
  now: number,
): Promise<{ readonly day: number; readonly month: number }> {
  return {
    day: await sumSince(db, userId, now - DAY_MS),
    month: await sumSince(db, userId, now - WINDOW_MS),
  }
}

/** Of the hours that began after this time's hour. */
async function sumSince(db: Pick<Drizzle, 'select'>, userId: string, from: number): Promise<number> {
  const [row] = await db
    .select({ used: sql<number>`coalesce(sum(${apiUsage.used}), 0)::float8` })
    .from(apiUsage)
    .where(and(eq(apiUsage.userId, userId), gt(apiUsage.hour, hourOf(from))))
  return row?.used ?? 0
}

async function oldestHour(tx: Transaction, userId: string, now: number): Promise<number> {
  const [row] = await tx
    .select({ hour: min(apiUsage.hour) })
    .from(apiUsage)
    .where(and(eq(apiUsage.userId, userId), gt(apiUsage.hour, hourOf(now - WINDOW_MS))))
  return (row?.hour ?? hourOf(now)).getTime() + WINDOW_MS
}

async function leasedByOthers(tx: Transaction, userId: string): Promise<number> {
  const { rows } = await tx.execute<{ credits: number }>(
    sql`select coalesce(sum(lease.credits), 0)::float8 as credits from api_leases lease
        left join lease_owners owner on owner.id = lease.owner where lease.user_id = ${userId} and not ${isStale}`,
  )
  return rows[0]?.credits ?? 0
}

function hourOf(time: number): Date {
  return new Date(time - (time % HOUR_MS))
}
