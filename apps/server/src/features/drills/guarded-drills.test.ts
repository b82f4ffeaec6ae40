import { randomUUID } from 'node:crypto'
import { CHANNELS, type Drill, type DrillResult } from '@tradeloom/contracts'
import { putListings, verifyAccount } from '@tradeloom/database'
import { defineInstrument, listInstrument } from '@tradeloom/domain'
import { type HttpClient, signUp, SocketClient, startTestDatabase, type TestDatabase } from '@tradeloom/testkit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { LiveTicks } from '../../testing/live-ticks.fixture.ts'
import { startTestServer, type TestServer } from '../../testing/server.fixture.ts'

const EURUSD = 'EURUSD:SIM'
const DRILL_MS = { timeout: 40_000 }

let database: TestDatabase
let server: TestServer
let ticks: LiveTicks
beforeAll(async () => {
  database = await startTestDatabase()
  server = await startTestServer({ databaseUrl: database.url, env: { TRADELOOM_SIMULATED_VENUES: 'off' } })
  const instrument = defineInstrument(EURUSD, { simulated: true, calendar: 'always', lotSize: 1000, minQuantity: 1000 })
  await putListings(database.db, [listInstrument(instrument, { status: 'active', tradingOpen: true })])
  ticks = new LiveTicks(server.dataDir, EURUSD)
  ticks.keep(1.1)
})
afterAll(async () => {
  ticks?.stop()
  await server?.stop()
  await database?.stop()
})

interface Trader {
  readonly user: HttpClient
  readonly id: string
}

/** A user whose paper account is closed down after a loss of 100. */
async function trader(name: string): Promise<Trader> {
  const user = await signUp(server.url, name)
  const [{ id }] = (await user.get('/api/accounts')).json
  expect((await user.call('PUT', `/api/accounts/${id}/limits`, { dailyLoss: 100 })).status).toBe(200)
  return { user, id }
}

const levelOf = async ({ user }: Trader): Promise<string> => (await user.get('/api/accounts')).json[0].level
const openOf = async ({ user }: Trader): Promise<number> => (await user.get('/api/positions/open')).json.length
const resultOf = async ({ user }: Trader, id: string): Promise<DrillResult> =>
  (await user.get(`/api/drills/${id}`)).json.result

async function practice({ user, id }: Trader, kind: string): Promise<Drill> {
  const started = await user.post(`/api/accounts/${id}/drills`, { kind, instrumentId: EURUSD })
  expect(started.status, started.text).toBe(200)
  return started.json
}

/** The process of paper accounts may be on its way, so that an order waits for too long and is not sent. */
async function bought(of: Trader): Promise<void> {
  const socket = await new SocketClient(of.user).opened()
  const order = { broker: 'SIM', symbol: 'EURUSD', side: 'BUY', type: 'MARKET', quantity: 100_000, accountId: of.id }
  const newest = 'select state from intents where account_id = $1 order by id desc limit 1'
  const state = async (): Promise<string | undefined> => {
    const before = (await database.pool.query<{ state: string }>(newest, [of.id])).rows[0]?.state
    const key = randomUUID().replaceAll('-', '').slice(0, 7)
    if (before === undefined || before === 'UNSENT') await socket.request(CHANNELS.brokers, 'order', { ...order, key })
    return before
  }
  await expect.poll(state, DRILL_MS).toBe('FILLED')
  socket.close()
}

it('the guardian judges what an account sees that practices, and no other account', async () => {
  const [practiced, other] = [await trader('practiced'), await trader('other')]
  await bought(other)
  const drill = await practice(practiced, 'margin-call')
  await expect.poll(() => levelOf(practiced), DRILL_MS).toBe('FLATTEN')
  await expect.poll(async () => (await resultOf(practiced, drill.id)).guardian.closed, DRILL_MS).not.toBeNull()
  const { guardian, custody, profit, events } = await resultOf(practiced, drill.id)
  expect(guardian).toMatchObject({ level: 'FLATTEN', reason: expect.stringContaining('the limit is 100'), profit })
  expect(guardian.raised).toBeLessThan(15)
  expect(guardian.closed).toBeGreaterThanOrEqual(0)
  // The price of everybody has not moved.
  expect(profit).toBeLessThan(-100)
  expect(custody).toMatchObject({ closed: null, profit: null })
  const messages = events.map(({ message }) => message).join('\n')
  expect(messages).toContain('The account is closed down by the guardian: Lost')
  expect([await levelOf(other), await openOf(other)]).toEqual(['ACTIVE', 1])
  await practiced.user.post(`/api/drills/${drill.id}/stop`)
  expect((await practiced.user.get(`/api/accounts/${practiced.id}/drills`)).json.problem).toContain('release it first')
  expect(await verifyAccount(database.db, practiced.id)).toEqual([])
})

it('the guardian warns of a price that is stale for an account that practices', { tags: ['full'] }, async () => {
  const practiced = await trader('silent')
  const drill = await practice(practiced, 'silent-feed')
  await expect.poll(async () => (await resultOf(practiced, drill.id)).guardian.warned, DRILL_MS).not.toBeNull()
  const { guardian } = await resultOf(practiced, drill.id)
  expect(guardian).toMatchObject({ level: null, reason: expect.stringMatching(/price of EURUSD:SIM is \d+ s old/) })
  await practiced.user.post(`/api/drills/${drill.id}/stop`)
  await expect.poll(() => openOf(practiced)).toBe(0)
  expect(await levelOf(practiced)).toBe('ACTIVE')
  expect(await verifyAccount(database.db, practiced.id)).toEqual([])
})
