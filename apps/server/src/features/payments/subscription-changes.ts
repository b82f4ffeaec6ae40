import type { ChangePreview } from '@tradeloom/contracts'
import { schema } from '@tradeloom/database'
import { eq } from 'drizzle-orm'
import type { Stripe } from 'stripe'
import { lockUser } from '../../platform/auth/lock-user.ts'
import { AppError, conflict, invalid } from '../../platform/errors/app-error.ts'
import type { Platform } from '../../platform/platform.ts'
import { idOf } from './checkout.service.ts'
import type { PriceCheck } from './price-check.ts'
import { isLive, type SubscriptionRow } from './stripe-truth.ts'
import type { SubscriptionSync } from './subscription-sync.ts'
import { unlessGone } from './unless-gone.ts'

const { packages, subscriptions } = schema

export interface SubscriptionChangesDeps extends Pick<Platform, 'db' | 'now'> {
  readonly stripe: Stripe
  readonly sync: Pick<SubscriptionSync, 'sync'>
  readonly prices: Pick<PriceCheck, 'problemOf'>
}

type PackageRow = typeof schema.packages.$inferSelect

interface Wanted {
  readonly kind: ChangePreview['kind']
  readonly row: SubscriptionRow
  readonly target: PackageRow
  readonly subscription: Stripe.Subscription
  readonly item: Stripe.SubscriptionItem
}

/** Changes what a user pays for: larger at once, smaller when what is paid has been used. */
export class SubscriptionChanges {
  readonly #deps: SubscriptionChangesDeps

  constructor(deps: SubscriptionChangesDeps) {
    this.#deps = deps
  }

  async preview(userId: string, packageId: number): Promise<ChangePreview> {
    const { stripe, now } = this.#deps
    const { kind, target, subscription, item } = await this.#wanted(userId, packageId)
    const terms = { kind, currency: item.price.currency, monthly: target.price }
    if (kind !== 'upgrade') {
      const at = kind === 'keep' ? now() : item.current_period_end * 1000
      return { ...terms, dueNow: 0, at: new Date(at).toISOString() }
    }
    const invoice = await stripe.invoices.createPreview({
      subscription: subscription.id,
      subscription_details: {
        items: [{ id: item.id, price: priceOf(target) }],
        proration_behavior: 'always_invoice',
      },
    })
    return { ...terms, dueNow: invoice.amount_due, at: new Date(now()).toISOString() }
  }

  async change(userId: string, packageId: number): Promise<void> {
    const { db, sync } = this.#deps
    const { row } = await this.#wanted(userId, packageId)
    try {
      // Whoever clicks twice waits, and finds it done.
      await db.transaction(async (tx) => {
        await lockUser(tx, userId)
        await this.#apply(await this.#wanted(userId, packageId, row))
      })
    } finally {
      // What fails half way has changed something, too.
      await sync.sync(row.customerId)
    }
  }

  async #apply({ kind, target, subscription, item }: Wanted): Promise<void> {
    const { stripe } = this.#deps
    await this.#undoPlans(subscription)
    if (kind === 'keep') return
    if (kind === 'cancel') {
      await stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true })
      return
    }
    if (kind === 'upgrade') {
      // Until the invoice is paid, the subscription stays as it is.
      await stripe.subscriptions.update(subscription.id, {
        items: [{ id: item.id, price: priceOf(target) }],
        proration_behavior: 'always_invoice',
        payment_behavior: 'pending_if_incomplete',
      })
      return
    }
    const schedule = await stripe.subscriptionSchedules.create({ from_subscription: subscription.id })
    await stripe.subscriptionSchedules.update(schedule.id, {
      end_behavior: 'release',
      phases: [
        {
          items: [{ price: item.price.id, quantity: 1 }],
          start_date: item.current_period_start,
          end_date: item.current_period_end,
        },
        {
          items: [{ price: priceOf(target), quantity: 1 }],
          duration: { interval: 'month', interval_count: 1 },
          proration_behavior: 'none',
        },
      ],
    })
  }

  /** Ends everything that a customer pays for or could still pay for, at once. */
  async end(customer: string): Promise<void> {
    const { stripe } = this.#deps
    const open = await unlessGone(stripe.checkout.sessions.list({ customer, status: 'open', limit: 100 }))
    for (const { id } of open?.data ?? []) await stripe.checkout.sessions.expire(id)
    const all = await unlessGone(stripe.subscriptions.list({ customer, status: 'all', limit: 100 }))
    for (const { id, status } of all?.data ?? [])
      if (isLive(status) || status === 'incomplete') await stripe.subscriptions.cancel(id)
  }

  async #undoPlans({ id, schedule, cancel_at_period_end }: Stripe.Subscription): Promise<void> {
    const { stripe } = this.#deps
    const planned = idOf(schedule)
    if (planned !== null) await stripe.subscriptionSchedules.release(planned)
    if (cancel_at_period_end) await stripe.subscriptions.update(id, { cancel_at_period_end: false })
  }

  async #wanted(userId: string, packageId: number, known: SubscriptionRow | null = null): Promise<Wanted> {
    const { db, stripe, sync, prices } = this.#deps
    const row = known ?? (await this.#synced(userId, sync))
    const [target] = await db.select().from(packages).where(eq(packages.id, packageId))
    if (!target) throw invalid('There is no such package', 'subscriptionId')
    const subscription = await stripe.subscriptions.retrieve(row.subscriptionId as string)
    const [item] = subscription.items.data
    if (!item) throw new Error(`The subscription ${subscription.id} has no price`)
    const current = item.price.id === row.priceId ? row.packageId : null
    const kind = kindOf(packageId, item.price.id === target.stripePriceId ? packageId : (current ?? 0))
    if (kind !== 'keep' && subscription.pending_update) throw conflict('Your payment is being processed')
    if ((kind === 'upgrade' || kind === 'downgrade') && subscription.status !== 'active')
      throw new AppError('conflict', 'payment-open', 'Please pay the open invoice first')
    if ((kind === 'upgrade' || kind === 'downgrade') && (!target.active || prices.problemOf(packageId) !== null))
      throw invalid('This package cannot be bought now', 'subscriptionId')
    return { kind, row, target, subscription, item }
  }

  async #synced(userId: string, sync: Pick<SubscriptionSync, 'sync'>): Promise<SubscriptionRow> {
    const [known] = await this.#deps.db.select().from(subscriptions).where(eq(subscriptions.userId, userId))
    const row = known ? await sync.sync(known.customerId) : null
    if (!row || !isLive(row.status))
      throw new AppError('conflict', 'no-subscription', 'You have no subscription to change')
    return row
  }
}

function kindOf(wanted: number, current: number): ChangePreview['kind'] {
  if (wanted === current) return 'keep'
  if (wanted > current) return 'upgrade'
  return wanted === 0 ? 'cancel' : 'downgrade'
}

function priceOf({ stripePriceId }: PackageRow): string {
  if (stripePriceId === null) throw invalid('This package cannot be bought', 'subscriptionId')
  return stripePriceId
}
