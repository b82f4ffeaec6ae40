import { setTimeout as sleep } from 'node:timers/promises'
import { notify, schema, type Transaction } from '@tradeloom/database'
import { eq } from 'drizzle-orm'
import { notFound } from '../../platform/errors/app-error.ts'
import type { Feature } from '../../platform/feature.ts'
import { FairQueue } from '../../platform/http/fair-queue.ts'
import type { Platform } from '../../platform/platform.ts'
import type { OutboxFeature } from '../outbox/outbox.feature.ts'
import { Checkout } from './checkout.service.ts'
import { NightlySync } from './nightly-sync.ts'
import { openStripe } from './open-stripe.ts'
import { CHANGE_PROBLEM, PAYMENT_PROBLEM, paymentsOff, withProblem } from './payment-errors.ts'
import { pastDueMail, pastDueText, twoSubscriptionsMail } from './payment-mail.ts'
import { listCustomers, pastDueUntil, viewPayment, viewSubscription } from './payment-views.ts'
import { PriceCheck } from './price-check.ts'
import { receiveEvent } from './stripe-webhook.ts'
import type { SubscriptionRow } from './stripe-truth.ts'
import { SubscriptionChanges } from './subscription-changes.ts'
import { addressesOfAdministrators, SubscriptionSync } from './subscription-sync.ts'
import { syncCustomer } from './sync-customer.job.ts'

const { users } = schema

const CHECK_PRICES_MS = 10 * 60_000
const FIRST_CHECK_MS = 3_000

/** Packages that users pay for. Without a payment provider an administrator assigns them. */
export function paymentsFeature(platform: Platform, { postIn }: Pick<OutboxFeature, 'postIn'>) {
  const { config, db, now, logger } = platform
  const parts = config.payments === null ? null : open(platform, config.payments, postIn)
  const on = (): Parts => {
    if (parts === null) throw paymentsOff()
    return parts
  }
  const paying = <Result>(work: () => Promise<Result>) => withProblem(logger, PAYMENT_PROBLEM, work)
  const changing = <Result>(work: () => Promise<Result>) => withProblem(logger, CHANGE_PROBLEM, work)
  // Each holds a connection to the database while the provider answers: the others are for everything else.
  const turns = new FairQueue({ running: 4, waiting: 200 })
  const inTurn = <Result>(userId: string, work: () => Promise<Result>) =>
    turns.run([{ key: userId, running: 1, waiting: 5 }], work)
  const own = (userId: string) => viewSubscription(db, userId, now())
  const ofUser = async (userId: string) => {
    if ((await db.$count(users, eq(users.id, userId))) === 0) throw notFound('User')
    return viewPayment(db, userId, now())
  }
  let timer: NodeJS.Timeout | undefined
  return {
    /** Whether a package can be bought now. */
    isForSale: (packageId: number): boolean => parts !== null && parts.prices.problemOf(packageId) === null,
    /** After a package was changed. */
    async checkPrices(): Promise<void> {
      await parts?.prices.check()
    },
    /** Of a user who leaves: nothing is charged any more. */
    async endPayment(userId: string): Promise<void> {
      if (parts === null) return
      const { customerId } = await viewPayment(db, userId, now())
      if (customerId !== null) await parts.changes.end(customerId)
    },
    handlers: {
      getSubscription: async ({ userId }) => own(userId),
      createPaymentSession: async ({ userId, body }) =>
        paying(() => inTurn(userId, () => on().checkout.begin(userId, body.subscriptionId, body.stripePlanId))),
      getPaymentSession: async ({ userId, params }) =>
        paying(async () => ({
          state: await inTurn(userId, () => on().checkout.stateOf(userId, params.id)),
          subscription: await own(userId),
        })),
      changeSubscription: async ({ userId, body }) =>
        changing(async () => {
          await inTurn(userId, () => on().changes.change(userId, body.subscriptionId))
          return own(userId)
        }),
      previewSubscription: async ({ userId, query }) =>
        changing(() => inTurn(userId, () => on().changes.preview(userId, query.subscriptionId))),
      openBillingPortal: async ({ userId }) => paying(() => inTurn(userId, () => on().checkout.portal(userId))),
      stripeWebhook: async ({ body, request }) => {
        const signature = request.headers['stripe-signature']
        await receiveEvent(on(), body, typeof signature === 'string' ? signature : undefined)
        return { received: true }
      },
      getUserPayment: async ({ params }) => ofUser(params.id),
      syncUserPayment: async ({ params }) => {
        const { customerId } = await ofUser(params.id)
        if (customerId !== null) await paying(() => on().sync.sync(customerId))
        return ofUser(params.id)
      },
      listCustomers: async ({ query }) => listCustomers(db, query),
      getPaymentState: async () => {
        await parts?.prices.check()
        return { isOn: parts !== null, problems: parts?.prices.problems() ?? [] }
      },
    },
    jobs: () => (parts ? [syncCustomer.with(parts)] : []),
    async start(): Promise<void> {
      if (parts === null) return
      const check = (): Promise<void> =>
        parts.prices.check().catch((error: unknown) => logger.warn({ err: error }, 'prices could not be checked'))
      // Nobody waits for long: trading goes on while the provider is away, and nothing is sold meanwhile.
      await Promise.race([check(), sleep(FIRST_CHECK_MS, undefined, { ref: false })])
      for (const problem of parts.prices.problems()) logger.warn(problem)
      timer = setInterval(() => void check(), CHECK_PRICES_MS)
    },
    async work(): Promise<void> {
      parts?.nightly.start()
    },
    async stop(): Promise<void> {
      clearInterval(timer)
      await parts?.nightly.stop()
    },
  } as const satisfies Feature & Record<string, unknown>
}

export type PaymentsFeature = ReturnType<typeof paymentsFeature>
type Parts = ReturnType<typeof open>

function open(
  platform: Platform,
  settings: NonNullable<Platform['config']['payments']>,
  postIn: OutboxFeature['postIn'],
) {
  const access = openStripe(settings)
  const { stripe } = access
  const { config, db, bus, users: rights, now, url, logger, jobs } = platform
  const tell = async (tx: Transaction, before: SubscriptionRow, after: SubscriptionRow): Promise<void> => {
    const until = pastDueUntil(after)
    if (until !== null && before.status !== after.status) {
      const [user] = await tx.select({ email: users.email }).from(users).where(eq(users.id, after.userId))
      const text = pastDueText(until, now())
      if (user) await postIn(tx, pastDueMail(user.email, url, text))
      await notify(tx, after.userId, {
        kind: 'payment-failed',
        subject: 'The payment for your package has failed',
        body: `${text} Please check your card.`,
        object: 'settings:premium-packages',
        dedupKey: `${after.customerId}:${until.getTime()}`,
      })
    }
    if (after.others > 0 && before.others === 0) {
      for (const recipient of await addressesOfAdministrators(tx)) {
        await postIn(tx, twoSubscriptionsMail(recipient, after.customerId))
      }
    }
  }
  const sync = new SubscriptionSync({ db, bus, users: rights, now, logger, stripe, tell })
  const prices = new PriceCheck(db, stripe)
  const shared = { db, now, stripe, sync, prices }
  const reports = { db, jobs, logger, stripe, postIn }
  return {
    ...reports,
    ...access,
    sync,
    prices,
    checkout: new Checkout({ ...shared, url, addsTax: settings.addsTax, needsConfirmedAddress: config.mail !== null }),
    changes: new SubscriptionChanges(shared),
    nightly: new NightlySync({ ...reports, now, url, sync }),
  }
}
