import { createClient, type LiveSocket, orderKey } from '@tradeloom/client'
import { putListings } from '@tradeloom/database'
import { defineInstrument, listInstrument } from '@tradeloom/domain'
import { type HttpClient, signUp, startTestDatabase, TEST_MARKET, type TestDatabase } from '@tradeloom/testkit'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { LiveTicks } from '../../testing/live-ticks.fixture.ts'
import { startTestServer, type TestServer } from '../../testing/server.fixture.ts'
import { enableTwoFactor } from '../../testing/two-factor.fixture.ts'
import { startFlakyProxy } from './flaky-proxy.fixture.ts'

const EURUSD = 'EURUSD:SIM'

let database: TestDatabase
let server: TestServer
let ticks: LiveTicks
let ann: HttpClient
let traderKey: string
let readerKey: string
let socket: LiveSocket

beforeAll(async () => {
  database = await startTestDatabase()
  server = await startTestServer({ databaseUrl: database.url, env: { TRADELOOM_SIMULATED_VENUES: 'off' } })
  const listed = defineInstrument(EURUSD, { simulated: true, calendar: 'always', lotSize: 1000, minQuantity: 1000 })
  await putListings(database.db, [listInstrument(listed, { status: 'active', tradingOpen: true })])
  ticks = new LiveTicks(server.dataDir, EURUSD)
  ticks.keep(1.1)
  ann = await signUp(server.url, 'ann')
  await enableTwoFactor(ann)
  traderKey = await keyWith({ scopes: ['read', 'write', 'trade'], addresses: ['127.0.0.1'] })
  readerKey = await keyWith({ scopes: ['read'] })
})
beforeEach(() => {
  socket = createClient({ url: server.url, key: traderKey }).openSocket()
  return () => socket.close()
})
afterAll(async () => {
  ticks?.stop()
  await server?.stop()
  await database?.stop()
})

async function keyWith(terms: object): Promise<string> {
  const { status, json } = await ann.post('/api/api-keys', { label: 'Client', ...terms })
  expect(status).toBe(200)
  return `${json.key}.${json.secret}`
}

const prices = (interval: string) => {
  const { id: instrumentId, start } = TEST_MARKET
  const end = new Date(Date.parse(start) + 6 * 3_600_000).toISOString()
  return { instrumentId, interval, start, end }
}

const order = (key: string) => ({
  key,
  tag: 'client test',
  instrumentId: EURUSD,
  direction: 'LONG' as const,
  quantity: 10_000,
  price: 1.1,
})

it('two requests at the same time each get their own answer', async () => {
  const [minutes, hours] = await Promise.all([
    socket.request('brokers', 'historical-prices', prices('M1')),
    socket.request('backtestController', 'historical-prices', prices('H1')),
  ])
  const step = ({ rows: [first, second] }: { rows: number[][] }) => (second?.[0] ?? 0) - (first?.[0] ?? 0)
  expect([step(minutes), step(hours)]).toEqual([60_000, 3_600_000])
})

it('a request waits for a socket whose first connection is lost before it was sent', async () => {
  const proxy = await startFlakyProxy(server.url)
  const behind = createClient({ url: proxy.url, key: traderKey }).openSocket()
  expect(await behind.request('brokers', 'request-status', {})).toHaveProperty('isConnected')
  expect(proxy.seen.lost).toBe(1)
  behind.close()
  await proxy.stop()
})

it('a request that the key has no scope for, or that is wrong, is refused with the text of the server', async () => {
  const reader = createClient({ url: server.url, key: readerKey }).openSocket()
  const refused = reader.request('brokers', 'open-position', order(orderKey()))
  await expect(refused).rejects.toMatchObject({ name: 'SocketRequestError', outcome: 'refused' })
  await expect(refused).rejects.toThrow(/trade/)
  await expect(socket.request('brokers', 'open-position', order('short'))).rejects.toThrow('7 letters or digits')
  reader.close()
})

it('a topic that the server does not have is refused with its text', async () => {
  const reason = await new Promise((resolve) => {
    socket.subscribe('backtest.01a1fcbd-ca32-7065-a0e0-bc608310879a', () => {}, resolve)
  })
  expect(reason).toBe('Backtest not found')
})

it('an order whose answer is lost is not sent again, and one with a key is placed once', async () => {
  const [{ connectionId }] = (await ann.get('/api/accounts')).json
  const connect = () => socket.request('brokers', 'initialize-broker-connection', { connectionId })
  await expect.poll(connect).toMatchObject({ isConnected: true })
  const proxy = await startFlakyProxy(server.url)
  const behind = createClient({ url: proxy.url, key: traderKey }).openSocket()
  await behind.request('brokers', 'subscribe-status', {})
  proxy.loseNextReply()
  const withoutKey = { broker: 'SIM', symbol: 'EUR/USD', side: 'BUY', type: 'MARKET', quantity: 10_000 } as const
  const lost = behind.request('brokers', 'order', withoutKey)
  await expect(lost).rejects.toMatchObject({
    outcome: 'no-answer',
    message: 'The connection was lost. It may have been done',
  })
  // It is connected again, and whatever it had sent before this has arrived.
  await behind.request('brokers', 'subscribe-status', {})
  const key = orderKey()
  const accepted = await behind.request('brokers', 'open-position', order(key))
  expect(await socket.request('brokers', 'open-position', order(key))).toEqual(accepted)
  const positions = async () => (await ann.get('/api/positions/open')).json
  await expect.poll(positions).toHaveLength(2)
  const { rows } = await database.pool.query('select count(*)::int as n from intents')
  expect(rows).toEqual([{ n: 2 }])
  behind.close()
  await proxy.stop()
})

it('waiting ends with the signal of the caller, after its time, and when the socket ends', async () => {
  const nowhere = createClient({ url: 'http://127.0.0.1:1', key: traderKey }).openSocket()
  const aborting = new AbortController()
  const aborted = nowhere.request('brokers', 'request-status', {}, { signal: aborting.signal })
  aborting.abort(new Error('Enough'))
  await expect(aborted).rejects.toThrow('Enough')
  const late = nowhere.request('brokers', 'request-status', {}, { signal: AbortSignal.abort(new Error('Too late')) })
  await expect(late).rejects.toThrow('Too late')
  const timedOut = nowhere.request('brokers', 'request-status', {}, { timeout: 20 })
  await expect(timedOut).rejects.toMatchObject({ outcome: 'not-sent', message: expect.stringContaining('0.02 s') })
  const open = nowhere.request('brokers', 'request-status', {})
  nowhere.close()
  await expect(open).rejects.toMatchObject({ outcome: 'not-sent' })
  await expect(nowhere.request('brokers', 'request-status', {})).rejects.toMatchObject({ outcome: 'not-sent' })
})
