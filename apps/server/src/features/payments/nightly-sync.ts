import { schema } from '@tradeloom/database'
import { and, inArray, lt } from 'drizzle-orm'
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
const LIVE = ['active', 'trialing', 'past_due', 'unpaid', 'paused', 'incomplete']

export interface NightlySyncDeps extends Omit<WebhookDeps, 'webhookSecret'>, Pick<Platform, 'now'> {
  readonly sync: Pick<SubscriptionSync, 'sync'>
}

/** Asks once a day about everybody who pays, and for reports that never arrived. */
export class NightlySync {
  readonly #deps: NightlySyncDeps
  #timer: NodeJS.Timeout | undefined
  #missedAt = 0
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
    clearInterval(this.#timer)
    await this.#running
  }

  async run(): Promise<void> {
    const { db, sync, now, logger } = this.#deps
    const before = new Date(now() - DAY_MS)
    const rows = await db
      .select({ customerId: subscriptions.customerId })
      .from(subscriptions)
      .where(and(inArray(subscriptions.status, LIVE), lt(subscriptions.syncedAt, before)))
      .orderBy(subscriptions.syncedAt)
      .limit(CUSTOMERS)
    for (const { customerId } of rows) {
      await sync.sync(customerId).catch((error: unknown) => logger.warn({ err: error, customerId }, 'not synced'))
    }
    if (now() - this.#missedAt < DAY_MS) return
    await this.#readMissed()
    this.#missedAt = now()
    await db.delete(stripeEvents).where(lt(stripeEvents.receivedAt, new Date(now() - KEPT_DAYS * DAY_MS)))
  }

  async #readMissed(): Promise<void> {
    const { stripe, now } = this.#deps
    const since = Math.floor((now() - EVENT_DAYS * DAY_MS) / 1000)
    const missed = stripe.events.list({ delivery_success: false, created: { gte: since }, limit: 100 })
    let left = EVENTS
    for await (const event of missed) {
      await noteEvent(this.#deps, event)
      if (--left === 0) return
    }
  }
}
