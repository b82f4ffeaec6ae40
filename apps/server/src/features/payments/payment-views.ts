import type { Customer, PaymentOfUser, Subscription } from '@tradeloom/contracts'
import { type Drizzle, GRACE_DAYS, schema } from '@tradeloom/database'
import { and, desc, eq, gt, inArray, isNull, or, sql } from 'drizzle-orm'
import { isLive, type SubscriptionRow } from './stripe-truth.ts'

const { packageGrants, stripeEvents, subscriptions, users } = schema

const DAY_MS = 24 * 60 * 60_000
const EVENTS = 20

export function pastDueUntil({ pastDueSince }: Pick<SubscriptionRow, 'pastDueSince'>): Date | null {
  return pastDueSince && new Date(pastDueSince.getTime() + GRACE_DAYS * DAY_MS)
}

export async function viewSubscription(db: Drizzle, userId: string, now: number): Promise<Subscription> {
  const [row] = await db.select().from(subscriptions).where(eq(subscriptions.userId, userId))
  const isGranted = or(isNull(packageGrants.until), gt(packageGrants.until, new Date(now)))
  const [grant] = await db
    .select({ packageId: packageGrants.packageId })
    .from(packageGrants)
    .where(and(eq(packageGrants.userId, userId), isGranted))
  const isCounted = row !== undefined && (isLive(row.status) || row.status === 'incomplete')
  return {
    packageId: isCounted ? row.packageId : null,
    grantedId: grant?.packageId ?? 0,
    status: row?.status ?? null,
    periodEnd: iso(row?.periodEnd),
    nextPackageId: row?.nextPackageId ?? null,
    changesAt: iso(row?.changesAt),
    pastDueUntil: row ? iso(pastDueUntil(row)) : null,
    isChanging: row?.isChanging ?? false,
  }
}

/** Words of the provider that an administrator may have to act on. */
const TROUBLED = ['past_due', 'unpaid', 'incomplete']

/** Everybody who is known to the payment provider; first those whose payment needs a look. */
export async function listCustomers(db: Drizzle, page: { limit: number; offset: number }): Promise<Customer[]> {
  const needsLook = or(gt(subscriptions.others, 0), inArray(subscriptions.status, TROUBLED))
  const rows = await db
    .select({ row: subscriptions, username: users.displayUsername })
    .from(subscriptions)
    .innerJoin(users, eq(users.id, subscriptions.userId))
    .orderBy(
      sql`coalesce(${needsLook}, false) desc`,
      sql`${subscriptions.periodEnd} desc nulls last`,
      subscriptions.userId,
    )
    .limit(page.limit)
    .offset(page.offset)
  return rows.map(({ row, username }) => ({
    userId: row.userId,
    username: username ?? '',
    customerId: row.customerId,
    packageId: row.packageId,
    status: row.status,
    periodEnd: iso(row.periodEnd),
    nextPackageId: row.nextPackageId,
    changesAt: iso(row.changesAt),
    pastDueUntil: iso(pastDueUntil(row)),
    others: row.others,
    synced: row.syncedAt.toISOString(),
  }))
}

/** As an administrator sees it. */
export async function viewPayment(db: Drizzle, userId: string, now: number): Promise<PaymentOfUser> {
  const [row] = await db.select().from(subscriptions).where(eq(subscriptions.userId, userId))
  const [grant] = await db
    .select({ grant: packageGrants, by: users.displayUsername })
    .from(packageGrants)
    .leftJoin(users, eq(users.id, packageGrants.by))
    .where(eq(packageGrants.userId, userId))
  const events = row
    ? await db
        .select()
        .from(stripeEvents)
        .where(eq(stripeEvents.customerId, row.customerId))
        .orderBy(desc(stripeEvents.createdAt), stripeEvents.id)
        .limit(EVENTS)
    : []
  return {
    customerId: row?.customerId ?? null,
    subscriptionId: row?.subscriptionId ?? null,
    others: row?.others ?? 0,
    synced: iso(row?.syncedAt),
    subscription: await viewSubscription(db, userId, now),
    grant: grant
      ? {
          packageId: grant.grant.packageId,
          until: iso(grant.grant.until),
          reason: grant.grant.reason,
          by: grant.by,
        }
      : null,
    events: events.map(({ id, type, createdAt }) => ({ id, type, created: createdAt.toISOString() })),
  }
}

function iso(date: Date | null | undefined): string | null {
  return date?.toISOString() ?? null
}
