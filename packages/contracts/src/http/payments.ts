import { z } from 'zod'
import { byId, nothing, uuid } from './common.ts'
import { endpoint } from './endpoint.ts'
import { packageId } from './packages.ts'
import { line, text } from './text.ts'
import { queryNumber } from './whole-number.ts'

/** What a user pays for, and what comes next. */
const subscription = z.object({
  /** Of the subscription; null without one that counts or waits for its payment. */
  packageId: packageId.nullable(),
  /** What an administrator has assigned. */
  grantedId: packageId,
  /** The payment provider's own word; null if nothing was ever bought. */
  status: z.string().nullable(),
  periodEnd: z.iso.datetime().nullable(),
  /** What it becomes at `changesAt`: 0 when the subscription ends. */
  nextPackageId: packageId.nullable(),
  changesAt: z.iso.datetime().nullable(),
  /** Until when the package is kept although a payment has failed. */
  pastDueUntil: z.iso.datetime().nullable(),
  /** Whether a change waits for its payment. */
  isChanging: z.boolean(),
})
export type Subscription = z.infer<typeof subscription>

export const getSubscription = endpoint({
  method: 'GET',
  path: '/api/subscription',
  auth: 'user',
  summary: 'What the user pays for',
  params: nothing,
  query: nothing,
  body: nothing,
  response: subscription,
})

export const createPaymentSession = endpoint({
  method: 'POST',
  path: '/api/payment-session',
  auth: 'user',
  showsOnce: true,
  summary: 'Start buying a package: its payment page is at `url`',
  audit: { action: 'payment-begun', details: ['subscriptionId'] },
  params: nothing,
  query: nothing,
  body: z.strictObject({ subscriptionId: packageId, stripePlanId: line.min(1).max(255) }),
  response: z.object({ sessionId: z.string(), url: z.url() }),
})

export const getPaymentSession = endpoint({
  method: 'GET',
  path: '/api/payment-session/:id',
  auth: 'user',
  summary: 'The status of a payment; queries the payment provider',
  params: z.strictObject({
    id: line
      .min(1)
      .max(255)
      .regex(/^cs_\w+$/, 'This is no payment session'),
  }),
  query: nothing,
  body: nothing,
  response: z.object({ state: z.enum(['paid', 'processing', 'open', 'expired']), subscription }),
})

export const changeSubscription = endpoint({
  method: 'POST',
  path: '/api/change-subscription',
  auth: 'user',
  summary: 'Change to another package: to a larger one at once, to a smaller one at the end of the period',
  audit: { action: 'subscription-changed', details: ['subscriptionId'] },
  params: nothing,
  query: nothing,
  body: z.strictObject({ subscriptionId: packageId }),
  response: subscription,
})

const changePreview = z.object({
  kind: z.enum(['upgrade', 'downgrade', 'cancel', 'keep']),
  /** Cents that are charged at once. */
  dueNow: z.number().int(),
  currency: z.string(),
  /** When the package changes. */
  at: z.iso.datetime(),
  /** US dollars a month from then on. */
  monthly: z.number().int(),
})
export type ChangePreview = z.infer<typeof changePreview>

export const previewSubscription = endpoint({
  method: 'GET',
  path: '/api/change-subscription/preview',
  auth: 'user',
  summary: 'What a change to another package costs, and when it counts',
  params: nothing,
  query: z.strictObject({ subscriptionId: queryNumber(0, 3) }),
  body: nothing,
  response: changePreview,
})

export const openBillingPortal = endpoint({
  method: 'POST',
  path: '/api/billing-portal',
  auth: 'user',
  showsOnce: true,
  summary: 'The page of the payment provider for cards, invoices and addresses',
  audit: { action: 'billing-opened' },
  params: nothing,
  query: nothing,
  body: nothing,
  response: z.object({ url: z.url() }),
})

/** The text is what is signed, so it is not parsed before that is checked. */
export const stripeWebhook = endpoint({
  method: 'POST',
  path: '/public-api/stripe-webhook',
  auth: 'public',
  summary: 'Reports of the payment provider; only it can sign them',
  params: nothing,
  query: nothing,
  body: text.max(1024 * 1024),
  response: z.object({ received: z.literal(true) }),
})

const paymentOfUser = z.object({
  customerId: z.string().nullable(),
  subscriptionId: z.string().nullable(),
  /** Subscriptions besides this one, which should not be. */
  others: z.number().int(),
  synced: z.iso.datetime().nullable(),
  subscription,
  grant: z
    .object({ packageId, until: z.iso.datetime().nullable(), reason: z.string().nullable(), by: z.string().nullable() })
    .nullable(),
  /** The newest 20. */
  events: z.array(z.object({ id: z.string(), type: z.string(), created: z.iso.datetime() })),
})
export type PaymentOfUser = z.infer<typeof paymentOfUser>

export const getUserPayment = endpoint({
  method: 'GET',
  path: '/api/admin/user/:id/payment',
  auth: 'admin',
  summary: 'What a user pays for, what was assigned, and the newest reports of the payment provider',
  params: byId,
  query: nothing,
  body: nothing,
  response: paymentOfUser,
})

export const syncUserPayment = endpoint({
  method: 'POST',
  path: '/api/admin/user/:id/payment/sync',
  auth: 'admin',
  summary: 'Ask the payment provider what a user pays for',
  audit: { action: 'payment-synced' },
  params: byId,
  query: nothing,
  body: nothing,
  response: paymentOfUser,
})

export const getPaymentState = endpoint({
  method: 'GET',
  path: '/api/admin/payments',
  auth: 'admin',
  summary: 'Whether packages are sold, and what is wrong with their prices',
  params: nothing,
  query: nothing,
  body: nothing,
  response: z.object({ isOn: z.boolean(), problems: z.array(z.string()) }),
})

const customer = subscription.omit({ grantedId: true, isChanging: true }).extend({
  userId: uuid,
  username: z.string(),
  /** At the payment provider. */
  customerId: z.string(),
  /** Subscriptions besides this one, which should not be. */
  others: z.number().int(),
  synced: z.iso.datetime(),
})
export type Customer = z.infer<typeof customer>

export const listCustomers = endpoint({
  method: 'GET',
  path: '/api/admin/customers',
  auth: 'admin',
  summary: 'Users who pay or have paid for packages; first those whose payment needs a look',
  params: nothing,
  query: z.strictObject({ limit: queryNumber(1, 200).default(50), offset: queryNumber(0, 1_000_000).default(0) }),
  body: nothing,
  response: z.array(customer),
})
