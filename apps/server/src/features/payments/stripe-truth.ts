import type { schema } from '@tradeloom/database'
import type { Stripe } from 'stripe'
import { unlessGone } from './unless-gone.ts'

export type SubscriptionRow = typeof schema.subscriptions.$inferSelect
export type Truth = Omit<SubscriptionRow, 'userId' | 'customerId' | 'syncedAt'>

/** Of a subscription that goes on: nothing else may be bought beside it. */
const LIVE: ReadonlySet<string> = new Set(['active', 'trialing', 'past_due', 'unpaid', 'paused'])
/** Of one that money is taken for. */
const CHARGED: ReadonlySet<string> = new Set(['active', 'trialing', 'past_due'])
const LATEST = 10

export function isLive(status: string | null): boolean {
  return status !== null && LIVE.has(status)
}

export interface TruthDeps {
  readonly stripe: Stripe
  /** The package of a price; undefined for a price that no package has. */
  readonly packageOf: (priceId: string) => number | undefined
}

/** What the provider says now about a customer. `known` is the row so far: a price that was replaced keeps its package. */
export async function stripeTruth(
  { stripe, packageOf }: TruthDeps,
  customer: string,
  known: Pick<SubscriptionRow, 'priceId' | 'packageId'>,
): Promise<Truth> {
  const listed = await unlessGone(
    stripe.subscriptions.list({ customer, status: 'all', limit: LATEST, expand: ['data.schedule'] }),
  )
  // Who was deleted there pays for nothing any more.
  const data = listed?.data ?? []
  const [chosen] = data.toSorted((left, right) => rank(right) - rank(left) || right.created - left.created)
  if (chosen === undefined) return NOTHING
  const [item] = chosen.items.data
  const priceId = item?.price.id ?? null
  const idOf = (price: string): number | null => packageOf(price) ?? (price === known.priceId ? known.packageId : null)
  return {
    subscriptionId: chosen.id,
    status: chosen.status,
    priceId,
    packageId: priceId === null ? null : idOf(priceId),
    periodEnd: item ? time(item.current_period_end) : null,
    pastDueSince: chosen.status === 'past_due' ? await unpaidSince(stripe, chosen) : null,
    ...next(chosen, idOf),
    isChanging: Boolean(chosen.pending_update),
    others: data.filter(({ id, status }) => id !== chosen.id && CHARGED.has(status)).length,
  }
}

const NOTHING: Truth = {
  subscriptionId: null,
  status: null,
  priceId: null,
  packageId: null,
  periodEnd: null,
  pastDueSince: null,
  nextPackageId: null,
  changesAt: null,
  isChanging: false,
  others: 0,
}

/** One that is paid before one that is not, before one that has ended. */
function rank({ status }: Stripe.Subscription): number {
  if (status === 'active' || status === 'trialing') return 3
  if (status === 'past_due') return 2
  return isLive(status) ? 1 : 0
}

/** Not when we heard of it first: that may have been days later. */
async function unpaidSince(stripe: Stripe, { id, items }: Stripe.Subscription): Promise<Date | null> {
  const { data } = await stripe.invoices.list({ subscription: id, status: 'open', limit: 100 })
  const began = data.map(({ created }) => created)
  const [item] = items.data
  if (began.length === 0) return item ? time(item.current_period_start) : null
  return time(Math.min(...began))
}

function next(
  { cancel_at, cancel_at_period_end, items, schedule, status }: Stripe.Subscription,
  idOf: (price: string) => number | null,
): Pick<Truth, 'nextPackageId' | 'changesAt'> {
  if (!isLive(status)) return { nextPackageId: null, changesAt: null }
  const end = cancel_at ?? (cancel_at_period_end ? items.data[0]?.current_period_end : undefined)
  if (end) return { nextPackageId: 0, changesAt: time(end) }
  if (schedule === null || typeof schedule === 'string') return { nextPackageId: null, changesAt: null }
  const phase = schedule.phases.find(({ start_date }) => start_date > (schedule.current_phase?.start_date ?? Infinity))
  const price = phase?.items[0]?.price
  if (!phase || !price) return { nextPackageId: null, changesAt: null }
  return { nextPackageId: idOf(typeof price === 'string' ? price : price.id), changesAt: time(phase.start_date) }
}

function time(seconds: number): Date {
  return new Date(seconds * 1000)
}
