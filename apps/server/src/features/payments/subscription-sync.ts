import { type Drizzle, recordAudit, schema, type Transaction } from '@tradeloom/database'
import { eq, isNotNull, sql } from 'drizzle-orm'
import type { Stripe } from 'stripe'
import { FairQueue } from '../../platform/http/fair-queue.ts'
import type { Platform } from '../../platform/platform.ts'
import { publishRights } from '../packages/publish-rights.ts'
import { type SubscriptionRow, stripeTruth, type Truth } from './stripe-truth.ts'

const { packages, subscriptions, users } = schema

/** Advisory locks of customers. */
const CUSTOMER_LOCKS = 7_236_033

export interface SubscriptionSyncDeps extends Pick<Platform, 'db' | 'bus' | 'users' | 'now' | 'logger'> {
  readonly stripe: Stripe
  /** Writes mail about what has happened, in the transaction in which it is stored. */
  readonly tell: (tx: Transaction, before: SubscriptionRow, after: SubscriptionRow) => Promise<void>
}

/**
 * The one way in which a subscription becomes rights: it asks the provider for the truth and stores that. Reports and
 * return pages only say that there may be news, so their order, repetition and loss do not matter.
 */
export class SubscriptionSync {
  readonly #deps: SubscriptionSyncDeps
  /** Each holds a connection to the database while it asks. */
  readonly #queue = new FairQueue({ running: 4, waiting: 500 })

  constructor(deps: SubscriptionSyncDeps) {
    this.#deps = deps
  }

  /** Null for a customer of somebody else. */
  async sync(customerId: string): Promise<SubscriptionRow | null> {
    const party = { key: customerId, running: 1, waiting: 50 }
    const changed = await this.#queue.run([party], () => this.#store(customerId))
    if (changed === null) return null
    const { before, after } = changed
    const isNews = JSON.stringify({ ...before, syncedAt: null }) !== JSON.stringify({ ...after, syncedAt: null })
    if (isNews) await publishRights(this.#deps, after.userId)
    return after
  }

  async #store(customerId: string): Promise<{ before: SubscriptionRow; after: SubscriptionRow } | null> {
    const { db, now, tell, logger } = this.#deps
    return db.transaction(async (tx) => {
      // Whoever asks later must also store later.
      await tx.execute(sql`select pg_advisory_xact_lock(${CUSTOMER_LOCKS}, hashtext(${customerId}))`)
      const [before] = await tx.select().from(subscriptions).where(eq(subscriptions.customerId, customerId))
      if (!before) return null
      const truth = await this.#truth(tx, before)
      if (truth.priceId !== null && truth.packageId === null)
        logger.error({ customerId, price: truth.priceId }, 'a subscription has a price that no package has')
      const after: SubscriptionRow = { ...before, ...truth, syncedAt: new Date(now()) }
      await tx.update(subscriptions).set(after).where(eq(subscriptions.customerId, customerId))
      await tell(tx, before, after)
      await recordChange(tx, before, after, now)
      return { before, after }
    })
  }

  async #truth(tx: Transaction, before: SubscriptionRow): Promise<Truth> {
    const rows = await tx
      .select({ id: packages.id, price: packages.stripePriceId })
      .from(packages)
      .where(isNotNull(packages.stripePriceId))
    const byPrice = new Map(rows.map(({ id, price }) => [price, id]))
    const { stripe } = this.#deps
    return stripeTruth({ stripe, packageOf: (price) => byPrice.get(price) }, before.customerId, before)
  }
}

/** What a user has a right to has changed by the word of the provider: last in its transaction. */
async function recordChange(
  tx: Transaction,
  before: SubscriptionRow,
  { userId, packageId, status }: SubscriptionRow,
  now: () => number,
): Promise<void> {
  if (before.packageId === packageId && before.status === status) return
  const line = { actor: null, via: 'server', action: 'subscription-updated', object: userId, address: null } as const
  await recordAudit(tx, { ...line, detail: { packageId, status } }, now)
}

/** Administrators, for mail. */
export async function addressesOfAdministrators(db: Pick<Drizzle, 'select'>): Promise<string[]> {
  const rows = await db.select({ email: users.email }).from(users).where(eq(users.isAdmin, true))
  return rows.map(({ email }) => email)
}
