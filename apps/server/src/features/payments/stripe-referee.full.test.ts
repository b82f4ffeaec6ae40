import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { signUp, until } from '@tradeloom/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Shop } from './payments.fixture.ts'

const GO = process.env['GO'] ?? 'go'

const hasGo = ((): boolean => {
  try {
    execFileSync(GO, ['version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
})()

describe.skipIf(!hasGo)('the mock of the provider (skipped without Go)', () => {
  let folder: string
  let mock: ChildProcess
  let shop: Shop
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'tradeloom-stripe-mock-'))
    execFileSync(GO, ['install', 'github.com/stripe/stripe-mock@latest'], { env: { ...process.env, GOBIN: folder } })
    expect(existsSync(join(folder, 'stripe-mock'))).toBe(true)
    const [http, https] = [await freePort(), await freePort()]
    const url = `http://127.0.0.1:${http}`
    const addresses = ['-http-addr', `127.0.0.1:${http}`, '-https-addr', `127.0.0.1:${https}`]
    mock = spawn(join(folder, 'stripe-mock'), addresses, { stdio: 'ignore' })
    await until(() => {
      if (mock.exitCode !== null) throw new Error('The mock has ended')
      return fetch(url).then(
        () => true,
        () => false,
      )
    })
    shop = await Shop.open(url, { STRIPE_AUTOMATIC_TAX: 'on' })
  })
  afterAll(async () => {
    await shop?.close()
    mock?.kill()
    rmSync(folder, { recursive: true, force: true })
  })

  it('accepts every call that a subscription makes in its life', async () => {
    const user = await signUp(shop.server.url, 'judged')
    const customer = await shop.buy(user, 1)
    const change = (subscriptionId: number) => user.post('/api/change-subscription', { subscriptionId })
    expect((await user.get('/api/change-subscription/preview?subscriptionId=3')).status).toBe(200)
    for (const id of [3, 2, 3, 0, 3]) expect((await change(id)).status).toBe(200)
    expect((await user.post('/api/billing-portal')).status).toBe(200)
    shop.stripe.state.failing.add(customer)
    shop.stripe.state.advance(31)
    await shop.sync(user)
    expect(await shop.row(customer)).toMatchObject({ status: 'past_due' })
    const kinds = new Set(
      shop.stripe.calls.map((call) => call.replaceAll(/\/(cs_test|sub_sched|sub)_[0-9a-f]{24}/g, '/:id')),
    )
    expect([...kinds].toSorted()).toEqual([
      'GET /v1/checkout/sessions',
      'GET /v1/checkout/sessions/:id',
      'GET /v1/events',
      'GET /v1/invoices',
      'GET /v1/prices/price_1',
      'GET /v1/prices/price_2',
      'GET /v1/prices/price_3',
      'GET /v1/subscriptions',
      'GET /v1/subscriptions/:id',
      'POST /v1/billing_portal/sessions',
      'POST /v1/checkout/sessions',
      'POST /v1/customers',
      'POST /v1/invoices/create_preview',
      'POST /v1/subscription_schedules',
      'POST /v1/subscription_schedules/:id',
      'POST /v1/subscription_schedules/:id/release',
      'POST /v1/subscriptions/:id',
    ])
  })
})

function freePort(): Promise<number> {
  return new Promise((found) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo
      probe.close(() => found(port))
    })
  })
}
