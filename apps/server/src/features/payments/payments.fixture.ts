import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type HttpClient, signUp, startTestDatabase, type TestDatabase } from '@tradeloom/testkit'
import { startTestServer, type TestServer } from '../../testing/server.fixture.ts'
import { StripeServer, WEBHOOK_SECRET } from '../../testing/stripe-server.fixture.ts'

const PRICES = { 1: 10, 2: 35, 3: 75 } as const
export type PackageId = keyof typeof PRICES

/** A hosted installation that sells its packages. */
export class Shop {
  readonly database: TestDatabase
  readonly server: TestServer
  readonly stripe: StripeServer
  readonly admin: HttpClient
  /** Settings of its server. */
  readonly env: Readonly<Record<string, string>>
  readonly #folder: string

  static async open(referee: string | null = null, more: Record<string, string> = {}): Promise<Shop> {
    const folder = mkdtempSync(join(tmpdir(), 'tradeloom-shop-'))
    const [key, webhook] = [join(folder, 'key'), join(folder, 'webhook')]
    writeFileSync(key, 'sk_test_of_the_stand_in\n')
    writeFileSync(webhook, `${WEBHOOK_SECRET}\n`)
    const stripe = await StripeServer.start(referee)
    const database = await startTestDatabase()
    for (const [id, dollars] of Object.entries(PRICES)) {
      stripe.state.addPrice(`price_${id}`, dollars)
      await database.pool.query('update packages set stripe_price_id = $2 where id = $1', [id, `price_${id}`])
    }
    const env = {
      TRADELOOM_PROFILE: 'hosted',
      TRADELOOM_ADMIN_FACTORS: 'optional',
      STRIPE_SECRET_KEY_FILE: key,
      STRIPE_WEBHOOK_SECRET_FILE: webhook,
      STRIPE_API_URL: stripe.url,
      ...more,
    }
    const server = await startTestServer({ databaseUrl: database.url, env })
    return new Shop({ folder, env, stripe, database, server, admin: await signUp(server.url, 'admin') })
  }

  private constructor(parts: {
    folder: string
    env: Readonly<Record<string, string>>
    stripe: StripeServer
    database: TestDatabase
    server: TestServer
    admin: HttpClient
  }) {
    this.#folder = parts.folder
    this.env = parts.env
    this.stripe = parts.stripe
    this.database = parts.database
    this.server = parts.server
    this.admin = parts.admin
  }

  async close(): Promise<void> {
    await this.server.stop()
    await this.database.stop()
    await this.stripe.stop()
    rmSync(this.#folder, { recursive: true, force: true })
  }

  begin(user: HttpClient, id: PackageId) {
    return user.post('/api/payment-session', { subscriptionId: id, stripePlanId: `price_${id}` })
  }

  /** Buys and comes back from the payment page; returns the id of the customer. */
  async buy(user: HttpClient, id: PackageId): Promise<string> {
    const { json } = await this.begin(user, id)
    const { customer } = this.stripe.state.pay(json.sessionId)
    await user.get(`/api/payment-session/${json.sessionId}`)
    return customer
  }

  async row(customer: string) {
    const text = 'select * from subscriptions where customer_id = $1'
    const { synced_at: _, ...row } = (await this.database.pool.query(text, [customer])).rows[0]
    return row
  }

  /** As the nightly job does, and an administrator by "Sync now". */
  async sync(user: HttpClient): Promise<void> {
    const { id } = (await user.get('/api/user')).json
    await this.admin.post(`/api/admin/user/${id}/payment/sync`)
  }
}
