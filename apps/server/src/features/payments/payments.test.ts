import { HttpClient, signUp, startTestDatabase } from '@tradeloom/testkit'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestServer } from '../../testing/server.fixture.ts'
import { Shop } from './payments.fixture.ts'

const DAY_S = 86_400
const now = (): number => Math.floor(Date.now() / 1000)

let shop: Shop
let user: HttpClient
let count = 0
beforeAll(async () => {
  shop = await Shop.open()
})
afterAll(() => shop?.close())
beforeEach(async () => {
  shop.stripe.state.clock = now()
  count += 1
  user = await signUp(shop.server.url, `buyer${count}`)
})

const sku = async (): Promise<number> => (await user.get('/api/user')).json.subscriptionSku
const change = (subscriptionId: number) => user.post('/api/change-subscription', { subscriptionId })
const preview = async (id: number) => (await user.get(`/api/change-subscription/preview?subscriptionId=${id}`)).json

describe('a payment', () => {
  it('counts by the word of the provider, never by the address that the browser comes back with', async () => {
    const { status, json } = await shop.begin(user, 2)
    expect([status, json]).toEqual([
      200,
      { sessionId: expect.stringMatching(/^cs_/), url: `${shop.stripe.url}/pay/${json.sessionId}` },
    ])
    const state = async () => (await user.get(`/api/payment-session/${json.sessionId}`)).json.state
    expect(await state()).toBe('open')
    expect(await sku()).toBe(0)
    const stranger = await signUp(shop.server.url, `stranger${count}`)
    expect((await shop.begin(stranger, 1)).status).toBe(200)
    expect((await stranger.get(`/api/payment-session/${json.sessionId}`)).status).toBe(404)
    const subscription = shop.stripe.state.pay(json.sessionId, 'unpaid')
    expect(await state()).toBe('processing')
    expect(await sku()).toBe(0)
    shop.stripe.state.settle(subscription)
    expect(await state()).toBe('paid')
    expect(await sku()).toBe(2)
    expect((await stranger.get('/api/user')).json.subscriptionSku).toBe(0)
  })

  it('that is begun by a double click is one payment of one customer', async () => {
    const all = await Promise.all([1, 2, 3, 4].map(() => shop.begin(user, 1)))
    const ids = new Set(all.map(({ json }) => json.sessionId))
    expect(all.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(ids.size).toBe(1)
    const open = [...shop.stripe.state.sessions.values()].filter(({ id }) => ids.has(id))
    // Another package: the page of the first one cannot be paid any more.
    const { json } = await shop.begin(user, 3)
    expect(open[0]?.status).toBe('expired')
    // And back again: not the expired page, although the call is the same as before.
    const again = (await shop.begin(user, 1)).json
    expect(ids.has(again.sessionId)).toBe(false)
    expect(() => shop.stripe.state.pay(json.sessionId)).toThrow('not open')
    shop.stripe.state.pay(again.sessionId)
    expect(await shop.begin(user, 1)).toMatchObject({ status: 409, json: { code: 'already-subscribed' } })
    const customers = [...shop.stripe.state.customers.values()].filter(({ name }) => name === `buyer${count}`)
    expect(customers).toHaveLength(1)
  })

  it('that is begun again later leaves no page behind that could be paid as well', async () => {
    const old = (await shop.begin(user, 1)).json
    const session = shop.stripe.state.sessions.get(old.sessionId)
    // As if it had been begun an hour ago.
    Object.assign(session as object, { metadata: { ...(session?.metadata as object), slot: '1' } })
    const fresh = (await shop.begin(user, 1)).json
    expect(fresh.sessionId).not.toBe(old.sessionId)
    expect(() => shop.stripe.state.pay(old.sessionId)).toThrow('not open')
    expect((await shop.begin(user, 1)).json.sessionId).toBe(fresh.sessionId)
  })

  it('of a customer whom the provider has deleted starts over, and what was paid counts no more', async () => {
    const gone = await shop.buy(user, 2)
    const { stripe } = shop
    stripe.state.customers.delete(gone)
    await shop.sync(user)
    expect(await sku()).toBe(0)
    expect((await shop.begin(user, 1)).status).toBe(200)
    const customer = await shop.buy(user, 1)
    expect(customer).not.toBe(gone)
    expect(await sku()).toBe(1)
    expect(await shop.row(customer)).toMatchObject({ package_id: 1, status: 'active' })
  })

  it('needs the plan of the package', async () => {
    const send = (body: object) => user.post('/api/payment-session', body)
    expect((await send({ subscriptionId: 1, stripePlanId: 'price_2' })).json.fields).toEqual({
      stripePlanId: 'This is not the plan of the package',
    })
    expect((await send({ subscriptionId: 0, stripePlanId: 'price_0' })).status).toBe(400)
  })

  it('whose provider fails says so in the words of the specification', async () => {
    const problem = 'There was a problem processing your payment. Please try again or contact support.'
    shop.stripe.refuses = () => true
    expect((await shop.begin(user, 2)).json).toMatchObject({ code: 'payment-failed', message: problem })
    shop.stripe.refuses = () => false
  })

  it('that a slow provider delays, however often it is begun, holds up nothing else', async () => {
    const other = await signUp(shop.server.url, `other${count}`)
    const slow = Promise.withResolvers<void>()
    const before = shop.stripe.calls.length
    shop.stripe.answersAfter = slow.promise
    let refused = 0
    const begun = Array.from({ length: 40 }, async () => {
      const { status } = await shop.begin(user, 1)
      if (status === 429) refused += 1
      return status
    })
    await expect.poll(() => shop.stripe.calls.length).toBeGreaterThan(before)
    // As many as there are connections to the database.
    const answers = Promise.all(Array.from({ length: 20 }, () => other.get('/api/user')))
    expect((await answers).map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200))
    await expect.poll(() => refused).toBe(34)
    slow.resolve()
    expect((await Promise.all(begun)).filter((status) => status === 200)).toHaveLength(6)
  })

  it('fails at a renewal, keeps the package for 7 days, and counts again when it is made up for', async () => {
    for (const [days, kept] of [
      [6, 2],
      [8, 0],
    ] as const) {
      user = await signUp(shop.server.url, `renewed${count}${days}`)
      const { state } = shop.stripe
      state.clock = now() - (30 + days) * DAY_S
      const customer = await shop.buy(user, 2)
      expect(await sku()).toBe(2)
      state.failing.add(customer)
      state.advance(30)
      state.clock = now()
      await shop.sync(user)
      expect(await shop.row(customer)).toMatchObject({ status: 'past_due', package_id: 2 })
      expect(await sku(), `${days} days`).toBe(kept)
      const until = Date.parse((await user.get('/api/subscription')).json.pastDueUntil)
      expect(Math.abs(until / 1000 - (now() + (7 - days) * DAY_S))).toBeLessThan(60)
      const { rows } = await shop.database.pool.query('select subject, body from mail_outbox where recipient like $1', [
        `renewed${count}${days}@%`,
      ])
      expect(rows).toEqual([
        { subject: 'Your payment has failed', body: expect.stringContaining('/pricing?action=billing') },
      ])
      const { notifications } = (await user.get('/api/notifications')).json
      expect(notifications.map(({ kind }: { kind: string }) => kind)).toEqual(['payment-failed'])
      state.payOpen(customer)
      await shop.sync(user)
      expect(await shop.row(customer)).toMatchObject({ status: 'active', past_due_since: null })
      expect(await sku()).toBe(2)
      const updates = (await user.get('/api/user/audit?limit=50')).json
        .filter(({ action }: { action: string }) => action === 'subscription-updated')
        .map(({ detail }: { detail: object }) => detail)
      const bought = { packageId: 2, status: 'active' }
      expect(updates).toEqual([bought, { packageId: 2, status: 'past_due' }, bought])
    }
  })
})

describe('a change', () => {
  it('to a larger package is charged and counts at once, and only once', async () => {
    const customer = await shop.buy(user, 1)
    expect(await preview(2)).toMatchObject({ kind: 'upgrade', dueNow: 2500, currency: 'usd', monthly: 35 })
    const both = await Promise.all([change(2), change(2)])
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    expect(await sku()).toBe(2)
    const paid = [...shop.stripe.state.invoices.values()].filter((one) => one.customer === customer)
    expect(paid.map(({ amount_due }) => amount_due)).toEqual([1000, 2500])
  })

  it('to a larger package whose payment fails leaves everything as it is', async () => {
    const customer = await shop.buy(user, 1)
    shop.stripe.state.failing.add(customer)
    expect((await change(3)).json).toMatchObject({ packageId: 1, isChanging: true })
    expect(await sku()).toBe(1)
    expect((await change(2)).status).toBe(409)
    shop.stripe.state.payOpen(customer)
    await shop.sync(user)
    expect(await sku()).toBe(3)
  })

  it('that fails half way shows what has become of it', async () => {
    const customer = await shop.buy(user, 1)
    expect((await change(0)).json).toMatchObject({ nextPackageId: 0 })
    shop.stripe.refuses = ({ items }) => items !== undefined
    const problem = 'There was a problem changing your subscription. Please contact support.'
    expect((await change(3)).json).toMatchObject({ message: problem })
    shop.stripe.refuses = () => false
    // The end was taken back before the larger package was refused.
    expect(await shop.row(customer)).toMatchObject({ package_id: 1, next_package_id: null })
  })

  it('to a smaller package comes when the period ends, and can be undone', async () => {
    await shop.buy(user, 3)
    expect(await preview(1)).toMatchObject({ kind: 'downgrade', dueNow: 0, monthly: 10 })
    const { periodEnd } = (await user.get('/api/subscription')).json
    expect((await change(1)).json).toMatchObject({ packageId: 3, nextPackageId: 1, changesAt: periodEnd })
    expect(await sku()).toBe(3)
    expect(await preview(3)).toMatchObject({ kind: 'keep' })
    expect((await change(3)).json).toMatchObject({ packageId: 3, nextPackageId: null })
    expect((await change(0)).json).toMatchObject({ packageId: 3, nextPackageId: 0, changesAt: periodEnd })
    expect((await change(2)).json).toMatchObject({ packageId: 3, nextPackageId: 2 })
    shop.stripe.state.advance(31)
    await shop.sync(user)
    expect(await sku()).toBe(2)
    await change(0)
    shop.stripe.state.advance(31)
    await shop.sync(user)
    expect(await sku()).toBe(0)
    expect((await user.get('/api/subscription')).json).toMatchObject({ packageId: null, status: 'canceled' })
    // What has ended can be bought again.
    expect((await shop.begin(user, 1)).status).toBe(200)
  })

  it('ends with the account of who pays', async () => {
    const customer = await shop.buy(user, 2)
    const { state } = shop.stripe
    state.subscribe(customer, 'price_1', 'incomplete')
    const [bought] = [...state.sessions.values()].filter((one) => one.customer === customer)
    state.sessions.set('cs_left_open', { ...bought!, id: 'cs_left_open', status: 'open' })
    const env = { ...shop.env, TRADELOOM_PROFILE: 'self-hosted' }
    const server = await startTestServer({ databaseUrl: shop.database.url, env })
    try {
      const { username } = (await user.get('/api/user')).json
      const client = new HttpClient(server.url)
      await client.post('/login', { username, password: 'correct horse' })
      expect((await client.post('/api/account/delete', { username })).json).toEqual({ deletion: null })
      const own = [...shop.stripe.state.subscriptions.values()].filter((one) => one.customer === customer)
      expect(own.map(({ status }) => status)).toEqual(['canceled', 'canceled'])
      expect(() => state.pay('cs_left_open')).toThrow('not open')
    } finally {
      await server.stop()
    }
  })

  it('needs a subscription', async () => {
    expect(await change(2)).toMatchObject({ status: 409, json: { code: 'no-subscription' } })
  })

  it('of cards and addresses is made on the pages of the provider', async () => {
    expect((await user.post('/api/billing-portal')).status).toBe(404)
    const customer = await shop.buy(user, 1)
    expect((await user.post('/api/billing-portal')).json.url).toContain(`${shop.stripe.url}/portal/${customer}`)
  })
})

it('keeps two subscriptions, charges nothing here, and notifies the administrator once', async () => {
  const customer = await shop.buy(user, 1)
  shop.stripe.state.subscribe(customer, 'price_3')
  await shop.sync(user)
  await shop.sync(user)
  expect(await shop.row(customer)).toMatchObject({ package_id: 3, others: 1 })
  const { rows } = await shop.database.pool.query("select recipient from mail_outbox where subject like 'A user pays%'")
  expect(rows).toEqual([{ recipient: 'admin@example.com' }])
  // On the page of the administrator it comes before those who pay once.
  const bought = await shop.buy(await signUp(shop.server.url, `once${count}`), 2)
  const { json: listed } = await shop.admin.get('/api/admin/customers')
  expect(listed[0]).toMatchObject({ customerId: customer, packageId: 3, status: 'active', others: 1 })
  expect(listed).toContainEqual(expect.objectContaining({ customerId: bought, packageId: 2, others: 0 }))
  expect((await shop.admin.get('/api/admin/customers?limit=1&offset=1')).json).toEqual([listed[1]])
})

it('reports prices that differ from those of the table to administrators, and sells nothing for them', async () => {
  shop.stripe.state.addPrice('price_2', 36)
  expect((await shop.admin.get('/api/admin/payments')).json).toEqual({
    isOn: true,
    problems: ['Standard Premium Plan: the price is 35 USD every 1 month here, and 36 USD every 1 month at Stripe'],
  })
  const sold = async () =>
    (await user.get('/public-api/packages')).json.map((one: { isForSale: boolean }) => one.isForSale)
  expect(await sold()).toEqual([false, true, false, true])
  expect((await shop.begin(user, 2)).status).toBe(400)
  shop.stripe.state.addPrice('price_2', 35)
  await shop.admin.get('/api/admin/payments')
  expect(await sold()).toEqual([false, true, true, true])
})

it('a payment needs a confirmed address where the link can be mailed: invoices go there', async () => {
  const mailing = { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'shop@example.com' }
  const strict = await Shop.open(null, mailing)
  try {
    const buyer = await signUp(strict.server.url, 'confirmed')
    expect(await strict.begin(buyer, 1)).toMatchObject({ status: 409, json: { code: 'address-unconfirmed' } })
    expect(strict.stripe.state.customers.size).toBe(0)
    await strict.database.pool.query('update users set email_verified_at = now()')
    const customer = await strict.buy(buyer, 1)
    expect(strict.stripe.state.customers.get(customer)?.email).toBe('confirmed@example.com')
  } finally {
    await strict.close()
  }
})

it('a payment whose tax the provider adds asks for the address of the buyer', async () => {
  const taxed = await Shop.open(null, { STRIPE_AUTOMATIC_TAX: 'on' })
  try {
    const buyer = await signUp(taxed.server.url, 'taxed')
    expect((await taxed.begin(buyer, 1)).status).toBe(200)
    expect(taxed.stripe.begun).toMatchObject([
      { automatic_tax: { enabled: 'true' }, customer_update: { address: 'auto' } },
    ])
  } finally {
    await taxed.close()
  }
  await shop.begin(user, 1)
  expect(shop.stripe.begun.at(-1)).not.toHaveProperty('automatic_tax')
})

it('an installation without payment and sign-ins says so, and who assigns packages', async () => {
  const database = await startTestDatabase()
  const server = await startTestServer({ databaseUrl: database.url })
  try {
    const owner = await signUp(server.url, 'owner')
    const off = {
      status: 409,
      json: {
        code: 'payments-off',
        message: 'This installation takes no payments. Its administrator assigns packages.',
      },
    }
    expect(await owner.post('/api/payment-session', { subscriptionId: 1, stripePlanId: 'x' })).toMatchObject(off)
    expect(await owner.post('/api/change-subscription', { subscriptionId: 1 })).toMatchObject(off)
    expect(await owner.post('/api/billing-portal')).toMatchObject(off)
    const token = { network: 'google', accessToken: 'x', expires: '2030-01-01T00:00:00Z' }
    expect(await new HttpClient(server.url).post('/oauth', token)).toMatchObject({
      status: 409,
      json: { code: 'sign-in-off', message: 'This installation offers no sign-in with other accounts.' },
    })
    const packages = async () => (await owner.get('/public-api/bootstrap')).json.packages
    expect(await packages()).toBe('none')
    await database.pool.query("update packages set name = 'Gold' where id = 3")
    expect(await packages()).toBe('assigned')
  } finally {
    await server.stop()
    await database.stop()
  }
})
