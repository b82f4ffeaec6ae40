import type { ArbitrageAttempt, ArbitrageList } from '@tradeloom/contracts'
import { verifyAccount } from '@tradeloom/database'
import { HttpClient, signUp, SocketClient, startTestDatabase, type TestDatabase, until } from '@tradeloom/testkit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../../testing/server.fixture.ts'

const [SIM, SIM2] = ['BTCUSDT:SIM', 'BTCUSDT:SIM2']
const TOPIC = `arbitrage.${SIM}||${SIM2}`
const QUANTITY = 0.01

let database: TestDatabase
let server: TestServer
const people: Record<string, HttpClient> = {}
const accounts: Record<string, string> = {}
let socket: SocketClient
let keys = 0

beforeAll(async () => {
  database = await startTestDatabase()
  server = await startTestServer({ databaseUrl: database.url, env: { TRADELOOM_SIMULATED_VENUES: 'on' } })
  socket = await new SocketClient(new HttpClient(server.url)).opened()
  socket.send({ type: 'subscribe', topic: TOPIC })
  for (const role of ['owner', 'trader', 'viewer', 'stranger']) {
    const client = await signUp(server.url, role)
    const [account] = (await client.get('/api/accounts')).json
    people[role] = client
    accounts[role] = account.id
    if (role === 'owner' || role === 'stranger') continue
    const { connectionId } = (await of('owner').get('/api/accounts')).json[0]
    const { id } = (await of('owner').post(`/api/connections/${connectionId}/shares`, { person: role, role })).json
    await client.post(`/api/connection-shares/${id}/accept`)
  }
})
afterAll(async () => {
  socket?.close()
  await server?.stop()
  await database?.stop()
})
const of = (role: string): HttpClient => people[role] as HttpClient

/** The newest prices of both, while they are followed. */
async function price(): Promise<{ bid: number; ask: number }> {
  const newest = () =>
    socket.messages
      .flatMap((message) =>
        message.type === 'event' && message.topic === TOPIC && message.payload.event === 'arbitrage'
          ? (message.payload.data as ArbitrageList).pairs
          : [],
      )
      .findLast(({ isLive, sellId }) => isLive && sellId === SIM2)
  await until(async () => newest() !== undefined)
  return newest() ?? { bid: NaN, ask: NaN }
}

interface Asked {
  readonly buyer?: string
  readonly seller?: string
  readonly changes?: object
  readonly sell?: object
}

/** Both are filled at once: the limits are far from the prices. */
async function terms({ buyer = 'owner', seller = 'owner', changes = {}, sell = {} }: Asked = {}) {
  const now = await price()
  keys += 1
  return {
    key: `a${String(keys).padStart(6, '0')}`,
    quantity: QUANTITY,
    buy: { accountId: accounts[buyer], instrumentId: SIM, limitPrice: Math.round(now.ask * 1.005) },
    sell: { accountId: accounts[seller], instrumentId: SIM2, limitPrice: Math.round(now.bid * 0.995), ...sell },
    maxLoss: 50,
    policy: 'close',
    ...changes,
  }
}

const execute = async (role: string, asked: Asked = {}) => of(role).post('/api/arbitrage/attempts', await terms(asked))

async function ended(role: string, id: string): Promise<ArbitrageAttempt> {
  const read = async (): Promise<ArbitrageAttempt> => (await of(role).get(`/api/arbitrage/attempts/${id}`)).json
  await until(async () => (await read()).ended !== null)
  return read()
}

/** Again if a busy machine has delayed it. */
async function executed(role: string, asked: Asked, outcome: string): Promise<ArbitrageAttempt> {
  for (let tries = 0; tries < 5; tries++) {
    const { status, json, text } = await execute(role, asked)
    expect(status, text).toBe(200)
    const attempt = await ended(role, json.id)
    if (attempt.outcome === outcome) return attempt
    expect(['UNSENT', 'CLOSED']).toContain(attempt.outcome)
  }
  throw new Error(`No attempt has ended ${outcome}`)
}

it('buys and sells on one account, and says what was expected and what has come of it', async () => {
  const attempt = await executed('owner', {}, 'FILLED')
  expect(attempt).toMatchObject({
    placedBy: null,
    state: 'GONE',
    simulated: true,
    quantity: QUANTITY,
    currency: 'USDT',
    accountCurrency: 'USD',
    apart: 0,
    buy: { instrumentId: SIM, state: 'FILLED', filled: QUANTITY, undone: 0, reason: null },
    sell: { instrumentId: SIM2, state: 'FILLED', filled: QUANTITY, undone: 0, reason: null },
  })
  const { buy, sell, fees, net, slippage, expected } = attempt
  const gross = ((sell.average ?? NaN) - (buy.average ?? NaN)) * QUANTITY
  expect(net).toBeCloseTo(gross - (fees ?? NaN), 8)
  // Both venues charge 0.05 %.
  expect(fees).toBeCloseTo(((sell.average ?? NaN) + (buy.average ?? NaN)) * QUANTITY * 0.0005, 2)
  const planned = (expected.sellAverage - expected.buyAverage) * QUANTITY
  expect(planned - (slippage ?? NaN)).toBeCloseTo(gross, 6)
  expect(expected.net).toBeCloseTo(planned - expected.fees, 8)
  // The newest is first; a busy machine may have delayed others.
  expect((await of('owner').get('/api/arbitrage/attempts')).json[0]).toMatchObject({ id: attempt.id })
  expect(await verifyAccount(database.db, accounts['owner'] ?? '')).toEqual([])
})

it('takes a key once, and another arbitrage with it is refused', async () => {
  const asked = await terms({ changes: { policy: 'hold' } })
  const first = await of('owner').post('/api/arbitrage/attempts', asked)
  expect(first.status, first.text).toBe(200)
  const again = await of('owner').post('/api/arbitrage/attempts', asked)
  expect(again.json.id).toBe(first.json.id)
  const other = await of('owner').post('/api/arbitrage/attempts', { ...asked, quantity: 0.02 })
  expect(other.status).toBe(409)
  await ended('owner', first.json.id)
})

it('writes nothing of either leg if one of them may not be', async () => {
  const before = (await of('owner').get('/api/orders')).json.length
  const refused = async (asked: Asked, message: RegExp): Promise<void> => {
    const answer = await execute('owner', asked)
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(answer.json.message).toMatch(message)
  }
  await refused({ changes: { maxLoss: 0.001 } }, /^At these limits \d+\.\d\d USD can be lost/)
  await refused({ changes: { quantity: 0.0000001 } }, /SIM: /)
  await refused({ sell: { limitPrice: 1 } }, /SIM2: /)
  await refused({ sell: { instrumentId: 'ETHUSDT:SIM2' } }, /currency|among these|No /)
  await refused({ changes: { policy: 'keep', buyStop: 1e9 } }, /SIM: /)
  expect((await of('owner').get('/api/orders')).json).toHaveLength(before)
})

it('is for whoever may trade both accounts: a trader buys here and sells there, a viewer looks, a stranger sees nothing', async () => {
  expect((await execute('stranger', { buyer: 'stranger', seller: 'owner' })).status).toBe(404)
  expect((await execute('viewer', { buyer: 'viewer', seller: 'owner' })).status).toBe(403)
  const across = await executed('trader', { buyer: 'trader', seller: 'owner' }, 'FILLED')
  expect(across.apart).toBeLessThan(20)
  // The owner of one account does not see the other one, so the attempt is not theirs to read; their order is.
  expect((await of('owner').get(`/api/arbitrage/attempts/${across.id}`)).status).toBe(404)
  expect((await of('owner').get('/api/executions')).json[0]).toMatchObject({ side: 'SELL', instrumentId: SIM2 })
  const within = await executed('trader', { buyer: 'owner', seller: 'owner' }, 'FILLED')
  for (const role of ['owner', 'viewer']) {
    const seen = await of(role).get(`/api/arbitrage/attempts/${within.id}`)
    expect(seen.json).toMatchObject({ id: within.id, placedBy: 'trader', outcome: 'FILLED' })
  }
  expect((await of('stranger').get(`/api/arbitrage/attempts/${within.id}`)).status).toBe(404)
  expect((await of('stranger').get('/api/arbitrage/attempts')).json).toEqual([])
  expect((await new HttpClient(server.url).get('/api/arbitrage/attempts')).status).toBe(401)
})
