import { randomUUID } from 'node:crypto'
import { silentLogger } from '@tradeloom/database'
import { type HttpClient, signUp } from '@tradeloom/testkit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { StripeReport } from '../../testing/stripe-state.fixture.ts'
import { NightlySync } from './nightly-sync.ts'
import { openStripe } from './open-stripe.ts'
import { Shop } from './payments.fixture.ts'

let shop: Shop
beforeAll(async () => {
  shop = await Shop.open()
})
afterAll(() => shop?.close())

const sku = async (user: HttpClient): Promise<number> => (await user.get('/api/user')).json.subscriptionSku
const deliver = (events: readonly StripeReport[], secret?: string) =>
  shop.stripe.deliver(shop.server.url, events, secret)

/** Reports that are not worked on yet. */
async function waiting(): Promise<number> {
  const { rows } = await shop.database.pool.query(
    "select count(*)::integer n from pgboss.job where name = 'sync-customer' and state < 'completed'",
  )
  return rows[0].n
}

/** All orders of these. */
function orders<One>(things: readonly One[]): One[][] {
  if (things.length === 0) return [[]]
  return things.flatMap((first, at) => orders(things.toSpliced(at, 1)).map((rest) => [first, ...rest]))
}

it('a payment counts when its reports come late, twice and in the wrong order, and the browser never comes back', async () => {
  const user = await signUp(shop.server.url, 'late')
  const { json } = await shop.begin(user, 2)
  shop.stripe.state.pay(json.sessionId)
  const events = shop.stripe.state.events.toReversed()
  expect(await sku(user)).toBe(0)
  expect(await deliver([...events, ...events])).toEqual(Array.from({ length: 2 * events.length }, () => 200))
  await expect.poll(() => sku(user)).toBe(2)
  expect((await shop.database.pool.query('select id from stripe_events')).rowCount).toBe(events.length)
})

it('reports in all 120 orders of five, with duplicates, end in the same row', async () => {
  const { state } = shop.stripe
  const user = await signUp(shop.server.url, 'shuffled')
  const customer = await shop.buy(user, 1)
  await user.post('/api/change-subscription', { subscriptionId: 3 })
  await user.post('/api/change-subscription', { subscriptionId: 2 })
  const own = state.events.filter(({ data }) => data.object.customer === customer)
  expect(own.length).toBeGreaterThanOrEqual(5)
  const five = own.slice(-5)
  const truth = await shop.row(customer)
  expect(truth).toMatchObject({ package_id: 3, next_package_id: 2, status: 'active' })
  const blank = `update subscriptions set subscription_id = null, status = null, price_id = null, package_id = null,
    period_end = null, next_package_id = null, changes_at = null where customer_id = $1`
  for (const order of orders(five)) {
    await shop.database.pool.query(blank, [customer])
    const fresh = order.map((event) => ({ ...event, id: `evt_${randomUUID()}` }))
    const [first, second] = fresh as [StripeReport, StripeReport]
    const sent = [first, ...fresh, second]
    expect(await deliver(sent)).toEqual(sent.map(() => 200))
    await expect.poll(waiting, { interval: 20 }).toBe(0)
    expect(await shop.row(customer)).toEqual(truth)
  }
})

it('refuses unsigned reports, and ignores those about other customers', async () => {
  const event = {
    id: 'evt_of_others',
    object: 'event',
    type: 'customer.updated',
    created: 1,
    data: { object: { object: 'customer', id: 'cus_other' } },
  }
  expect(await deliver([event], 'whsec_wrong')).toEqual([400])
  expect((await shop.database.pool.query("select from stripe_events where id = 'evt_of_others'")).rowCount).toBe(0)
  expect(await deliver([event])).toEqual([200])
  const answer = await fetch(`${shop.server.url}/public-api/stripe-webhook`, {
    method: 'POST',
    body: '{}',
    headers: { 'content-type': 'application/json' },
  })
  expect(answer.status).toBe(400)
  const long = await fetch(`${shop.server.url}/public-api/stripe-webhook`, {
    method: 'POST',
    body: 'x'.repeat(1024 * 1024 + 1),
    headers: { 'content-type': 'application/json' },
  })
  expect(long.status).toBe(413)
})

it('requests reports that never arrived, and warns administrators that they do not', async () => {
  const user = await signUp(shop.server.url, 'unreported')
  const { state } = shop.stripe
  state.clock -= 7_200
  const { json } = await shop.begin(user, 2)
  const { customer } = state.pay(json.sessionId)
  state.clock += 7_200
  const mine = state.events.filter(({ data }) => data.object.customer === customer)
  expect(await deliver(mine, 'whsec_wrong')).toEqual(mine.map(() => 400))
  const synced: string[] = []
  const now = Date.now
  const { db } = shop.database
  const { stripe } = openStripe({
    secretKeyFile: shop.env['STRIPE_SECRET_KEY_FILE']!,
    webhookSecretFile: shop.env['STRIPE_WEBHOOK_SECRET_FILE']!,
    apiUrl: shop.stripe.url,
    addsTax: false,
  })
  const jobs = { add: async (_tx: unknown, _kind: unknown, { tenant }: { tenant: string }) => void synced.push(tenant) }
  const parts = {
    db,
    stripe,
    now,
    url: 'https://desk.example',
    logger: silentLogger as never,
    postIn: async () => undefined,
  }
  const nightly = new NightlySync({ ...parts, jobs: jobs as never, sync: { sync: async () => null } })
  await nightly.run()
  expect(synced).toContain(customer)
  const told = async () =>
    (await shop.admin.get('/api/notifications')).json.notifications.map(({ subject }: { subject: string }) => subject)
  expect(await told()).toEqual([`${mine.length} reports of Stripe did not arrive`])
  await new NightlySync({ ...parts, jobs: jobs as never, sync: { sync: async () => null } }).run()
  expect(await told()).toHaveLength(1)
})

it('shows payments and reports of a user to administrators only', async () => {
  const user = await signUp(shop.server.url, 'seen')
  const customer = await shop.buy(user, 1)
  const { id } = (await user.get('/api/user')).json
  await deliver(shop.stripe.state.events.filter(({ data }) => data.object.customer === customer))
  expect((await shop.admin.get(`/api/admin/user/${id}/payment`)).json).toMatchObject({
    customerId: customer,
    subscription: { packageId: 1, grantedId: 0, status: 'active' },
    grant: null,
    events: expect.arrayContaining([expect.objectContaining({ type: 'invoice.paid' })]),
  })
  expect((await user.get(`/api/admin/user/${id}/payment`)).status).toBe(403)
})
