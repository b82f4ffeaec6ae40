import { schema } from '@tradeloom/database'
import { newId } from '@tradeloom/database'
import { eq } from 'drizzle-orm'
import type { Stripe } from 'stripe'
import { invalid } from '../../platform/errors/app-error.ts'
import type { Platform } from '../../platform/platform.ts'
import type { OutboxFeature } from '../outbox/outbox.feature.ts'
import { disputeMail } from './payment-mail.ts'
import { addressesOfAdministrators } from './subscription-sync.ts'
import { syncCustomer } from './sync-customer.job.ts'

const { stripeEvents, subscriptions } = schema

const TOLERANCE_S = 300

export interface WebhookDeps extends Pick<Platform, 'db' | 'jobs'> {
  readonly logger: Pick<Platform['logger'], 'warn'>
  readonly stripe: Stripe
  readonly webhookSecret: string
  readonly postIn: OutboxFeature['postIn']
}

/** Takes a report: it is stored once, and only says that there is news about a customer. */
export async function receiveEvent(deps: WebhookDeps, text: string, signature: string | undefined): Promise<void> {
  const { stripe, webhookSecret } = deps
  let event: Stripe.Event
  try {
    event = stripe.webhooks.constructEvent(text, signature ?? '', webhookSecret, TOLERANCE_S)
  } catch {
    throw invalid('The signature of this report is not valid')
  }
  await noteEvent(deps, event)
}

/** Also for reports that never arrived and were requested later. Whether it is new, and about a customer of this server. */
export async function noteEvent(
  { db, jobs, logger, postIn }: Omit<WebhookDeps, 'webhookSecret'>,
  event: Stripe.Event,
): Promise<boolean> {
  const { id, type, created } = event
  const customerId = customerOf(event)
  return db.transaction(async (tx) => {
    const values = { id, type, customerId, createdAt: new Date(created * 1000) }
    const added = await tx.insert(stripeEvents).values(values).onConflictDoNothing().returning({ id: stripeEvents.id })
    if (added.length === 0) return false
    if (type === 'charge.dispute.created') {
      for (const recipient of await addressesOfAdministrators(tx)) await postIn(tx, disputeMail(recipient, event))
    }
    if (customerId === null) return false
    if ((await tx.$count(subscriptions, eq(subscriptions.customerId, customerId))) === 0) {
      logger.warn({ event: id, type, customerId }, 'a report of the payment provider is about an unknown customer')
      return false
    }
    await jobs.add(tx, syncCustomer, { id: newId(), tenant: customerId, data: { customerId } })
    return true
  })
}

function customerOf({ data }: Stripe.Event): string | null {
  const object = data.object as { object?: string; id?: string; customer?: string | { id: string } | null }
  if (object.object === 'customer') return object.id ?? null
  return typeof object.customer === 'string' ? object.customer : (object.customer?.id ?? null)
}
