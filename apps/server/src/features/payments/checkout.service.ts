import { schema, type Transaction } from '@tradeloom/database'
import { eq } from 'drizzle-orm'
import type { Stripe } from 'stripe'
import { lockUser } from '../../platform/auth/lock-user.ts'
import { AppError, invalid, notFound } from '../../platform/errors/app-error.ts'
import type { Platform } from '../../platform/platform.ts'
import type { PriceCheck } from './price-check.ts'
import { unlessGone } from './unless-gone.ts'
import { isLive, type SubscriptionRow } from './stripe-truth.ts'
import type { SubscriptionSync } from './subscription-sync.ts'

const { packages, subscriptions, users } = schema

/** What is begun twice in this time is one payment. */
const SLOT_MS = 10 * 60_000

export interface CheckoutDeps extends Pick<Platform, 'db' | 'now' | 'url'> {
  readonly stripe: Stripe
  /** Whether the provider adds the tax of the buyer's address, which it asks for. */
  readonly addsTax: boolean
  /** Whether buyers confirm their address first: invoices go there. Only where this server can mail the link. */
  readonly needsConfirmedAddress: boolean
  readonly sync: Pick<SubscriptionSync, 'sync'>
  readonly prices: Pick<PriceCheck, 'problemOf'>
}

type PaymentState = 'paid' | 'processing' | 'open' | 'expired'

/** Buys a package at the provider's own page: cards never get here. */
export class Checkout {
  readonly #deps: CheckoutDeps

  constructor(deps: CheckoutDeps) {
    this.#deps = deps
  }

  async begin(userId: string, packageId: number, planId: string): Promise<{ sessionId: string; url: string }> {
    await this.#checkPlan(packageId, planId)
    const { db, sync } = this.#deps
    const { customerId } = await db.transaction((tx) => this.#customer(tx, userId))
    if (isLive((await sync.sync(customerId))?.status ?? null)) throw alreadySubscribed()
    // Whoever clicks twice waits here, and gets the session of the first click.
    return db.transaction(async (tx) => {
      await lockUser(tx, userId)
      const session = await this.#session(userId, customerId, packageId, planId)
      if (session.url === null) throw new Error(`The payment session ${session.id} has no page`)
      return { sessionId: session.id, url: session.url }
    })
  }

  /** What has become of a payment: the provider's word, never that of the address that the browser came back with. */
  async stateOf(userId: string, sessionId: string): Promise<PaymentState> {
    const { stripe, sync } = this.#deps
    const row = await this.rowOf(userId)
    if (!row) throw notFound('Payment')
    const session = await unlessGone(stripe.checkout.sessions.retrieve(sessionId))
    if (session === null || idOf(session.customer) !== row.customerId) throw notFound('Payment')
    await sync.sync(row.customerId)
    if (session.status !== 'complete') return session.status === 'expired' ? 'expired' : 'open'
    return session.payment_status === 'unpaid' ? 'processing' : 'paid'
  }

  async portal(userId: string): Promise<{ url: string }> {
    const { stripe, url } = this.#deps
    const row = await this.rowOf(userId)
    if (!row) throw notFound('Subscription')
    const session = await stripe.billingPortal.sessions.create({
      customer: row.customerId,
      return_url: `${url}/pricing`,
    })
    return { url: session.url }
  }

  async rowOf(userId: string): Promise<SubscriptionRow | null> {
    const [row] = await this.#deps.db.select().from(subscriptions).where(eq(subscriptions.userId, userId))
    return row ?? null
  }

  async #checkPlan(packageId: number, planId: string): Promise<void> {
    const { db, prices } = this.#deps
    const [row] = await db.select().from(packages).where(eq(packages.id, packageId))
    if (!row || !row.active || row.price === 0) throw invalid('This package cannot be bought', 'subscriptionId')
    if (row.stripePriceId !== planId) throw invalid('This is not the plan of the package', 'stripePlanId')
    if (prices.problemOf(packageId) !== null) throw invalid('This package cannot be bought now', 'subscriptionId')
  }

  /** Made once: the provider answers a repeated call with the same customer. One that was deleted there is replaced. */
  async #customer(tx: Transaction, userId: string): Promise<SubscriptionRow> {
    const { stripe, now, needsConfirmedAddress } = this.#deps
    await lockUser(tx, userId)
    const [user] = await tx.select().from(users).where(eq(users.id, userId))
    if (!user) throw notFound('User')
    if (needsConfirmedAddress && user.emailVerifiedAt === null) throw unconfirmed()
    const [known] = await tx.select().from(subscriptions).where(eq(subscriptions.userId, userId))
    if (known && (await this.#isCustomer(known.customerId, user.email))) return known
    const customer = await stripe.customers.create(
      { email: user.email, name: user.displayUsername, metadata: { user: userId } },
      { idempotencyKey: ['customer', userId, ...(known ? [known.customerId] : [])].join('-') },
    )
    const values = { customerId: customer.id, syncedAt: new Date(now()) }
    const [row] = await tx
      .insert(subscriptions)
      .values({ userId, ...values })
      .onConflictDoUpdate({ target: subscriptions.userId, set: values })
      .returning()
    return row as SubscriptionRow
  }

  /** Whether the provider still has this customer, who then has the address of today. */
  async #isCustomer(id: string, email: string): Promise<boolean> {
    const { customers } = this.#deps.stripe
    const customer = await unlessGone(customers.retrieve(id))
    if (customer === null || customer.deleted === true) return false
    if (customer.email !== email) await customers.update(id, { email })
    return true
  }

  async #session(userId: string, customer: string, packageId: number, price: string): Promise<Stripe.Checkout.Session> {
    const { stripe, addsTax, now, url } = this.#deps
    const { data: open } = await stripe.checkout.sessions.list({ customer, status: 'open', limit: 100 })
    const slot = String(Math.floor(now() / SLOT_MS))
    // Two open pages could both be paid: only that of a double click stays.
    for (const { id, metadata } of open) {
      if (metadata?.['price'] !== price || metadata['slot'] !== slot) await stripe.checkout.sessions.expire(id)
    }
    let idempotencyKey = `${userId}-${packageId}-${slot}`
    for (;;) {
      const made = await stripe.checkout.sessions.create(
        {
          mode: 'subscription',
          customer,
          client_reference_id: userId,
          metadata: { user: userId, price, slot },
          line_items: [{ price, quantity: 1 }],
          ...(addsTax ? { automatic_tax: { enabled: true }, customer_update: { address: 'auto' as const } } : {}),
          success_url: `${url}/pricing?action=payment_success&id={CHECKOUT_SESSION_ID}`,
          cancel_url: `${url}/pricing?action=payment_cancel&id=${packageId}`,
        },
        { idempotencyKey },
      )
      // A repeated call is answered as the first one was, whatever has become of its session.
      const session = await stripe.checkout.sessions.retrieve(made.id)
      if (session.status === 'open') return session
      if (session.status === 'complete') throw alreadySubscribed()
      idempotencyKey = `${idempotencyKey}-${session.id}`.slice(-255)
    }
  }
}

export function idOf(thing: string | { readonly id: string } | null): string | null {
  return typeof thing === 'string' ? thing : (thing?.id ?? null)
}

function unconfirmed(): AppError {
  const text = 'Please confirm your email address before you pay: your invoices go there. Security sends the link again'
  return new AppError('conflict', 'address-unconfirmed', text)
}

function alreadySubscribed(): AppError {
  const text = 'You have a subscription already. Please change it instead'
  return new AppError('conflict', 'already-subscribed', text)
}
