import { type Notice, notifyAdministrators, schema } from '@tradeloom/database'
import { and, gt, inArray, lt, or } from 'drizzle-orm'
import type { Platform } from '../../platform/platform.ts'
import type { SubscriptionSync } from './subscription-sync.ts'
import { noteEvent, type WebhookDeps } from './stripe-webhook.ts'

const { stripeEvents, subscriptions } = schema

const DAY_MS = 24 * 60 * 60_000
const LOOK_EVERY_MS = 10 * 60_000
/** In one go. */
const CUSTOMERS = 200
const EVENTS = 500
/** The provider keeps its reports that long. */
const EVENT_DAYS = 30
const KEPT_DAYS = 90
const ON_ITS_WAY_MS = 60 * 60_000
const LIVE = ['active', 'trialing', 'past_due', 'unpaid', 'paused', 'incomplete']

export interface NightlySyncDeps extends Omit<WebhookDeps, 'webhookSecret'>, Pick<Platform, 'now' | 'url'> {
  readonly sync: Pick<SubscriptionSync, 'sync'>
}

/** Asks once a day about everybody who pays, and for reports that never arrived. */
export class NightlySync {
  readonly #deps: NightlySyncDeps
  #timer: NodeJS.Timeout | undefined
  #missedAt = 0
  #isStopped = false
  #running: Promise<void> = Promise.resolve()

  constructor(deps: NightlySyncDeps) {
    this.#deps = deps
  }

  start(): void {
    const look = (): void => {
      this.#running = this.#running
        .then(() => this.run())
        .catch((error: unknown) => this.#deps.logger.warn({ err: error }, 'the nightly sync of payments failed'))
    }
    look()
    this.#timer = setInterval(look, LOOK_EVERY_MS)
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    clearInterval(this.#timer)
    await this.#running
  }

  async run(): Promise<void> {
    const { db, sync, now, logger } = this.#deps
    const { syncedAt } = subscriptions
    // One in the future comes from a clock that was wrong.
    const isOld = or(lt(syncedAt, new Date(now() - DAY_MS)), gt(syncedAt, new Date(now() + LOOK_EVERY_MS)))
    const rows = await db
      .select({ customerId: subscriptions.customerId })
      .from(subscriptions)
      .where(and(inArray(subscriptions.status, LIVE), isOld))
      .orderBy(subscriptions.syncedAt)
      .limit(CUSTOMERS)
    for (const { customerId } of rows) {
      if (this.#isStopped) return
      await sync.sync(customerId).catch((error: unknown) => logger.warn({ err: error, customerId }, 'not synced'))
    }
    if (now() - this.#missedAt < DAY_MS) return
    await this.#readMissed()
    this.#missedAt = now()
    await db.delete(stripeEvents).where(lt(stripeEvents.receivedAt, new Date(now() - KEPT_DAYS * DAY_MS)))
  }

  async #readMissed(): Promise<void> {
    const { db, stripe, now } = this.#deps
    const since = Math.floor((now() - EVENT_DAYS * DAY_MS) / 1000)
    const missed = stripe.events.list({ delivery_success: false, created: { gte: since }, limit: 100 })
    let left = EVENTS
    let lost = 0
    for await (const event of missed) {
      const isNews = await noteEvent(this.#deps, event)
      // A younger one may still be on its way.
      if (isNews && event.created * 1000 < now() - ON_ITS_WAY_MS) lost += 1
      if (--left === 0 || this.#isStopped) break
    }
    if (lost > 0) await db.transaction((tx) => notifyAdministrators(tx, missingNotice(lost, this.#deps)))
  }
}

/** What has been paid counts all the same, but up to a day late. */
function missingNotice(count: number, { url, now }: Pick<NightlySyncDeps, 'url' | 'now'>): Notice {
  const reports = count === 1 ? 'A report' : `${count} reports`
  return {
    kind: 'reports-missing',
    subject: `${reports} of Stripe did not arrive`,
    body: `Stripe could not deliver to ${url}/public-api/stripe-webhook, and was queried instead: payments are recorded, but up to a day late. Check that address, the secret in STRIPE_WEBHOOK_SECRET_FILE, and the clock of this server.`,
    object: 'admin:',
    dedupKey: new Date(now()).toISOString().slice(0, 10),
    at: now(),
  }
}
