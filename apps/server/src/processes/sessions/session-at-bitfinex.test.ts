import { CHANNELS, type TradingAccount } from '@tradeloom/contracts'
import { verifyAccount } from '@tradeloom/database'
import { type HttpClient, signUp, SocketClient, startTestDatabase, type TestDatabase, until } from '@tradeloom/testkit'
import { type BitfinexLab, LabClock, startBitfinexLab } from '@tradeloom/venue-lab'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ordersOnce } from '../../testing/binance-sessions.fixture.ts'
import { startTestServer, type TestServer } from '../../testing/server.fixture.ts'

const BTC = 'BTCUSD:BITFINEX'
const KEY = { apiKey: 'a key of sessions at Bitfinex', apiSecret: 'a secret of these sessions' }
const QUOTE_MS = 100

type Json = Record<string, unknown>
type Account = TradingAccount & { readonly connectionId: string }

let database: TestDatabase
let lab: BitfinexLab
let server: TestServer
let user: HttpClient
let bid = 60_000

beforeAll(async () => {
  database = await startTestDatabase()
  await database.pool.query(`insert into venue_settings (venue_id, is_on) values ('BITFINEX', true)`)
  const clock = new LabClock(Date.now())
  const login = { apiKey: KEY.apiKey, secret: KEY.apiSecret }
  lab = await startBitfinexLab({ clock, accounts: [{ ...login, exchange: { USD: '500' }, margin: { USD: '200000' } }] })
  lab.markets.quote('tBTCUSD', { bid, ask: bid + 1, amount: 50 })
  clock.every(QUOTE_MS, () => {
    lab.markets.quote('tBTCUSD', { bid, ask: bid + 1, amount: 50 })
    lab.markets.trade('tBTCUSD', bid)
  })
  clock.run(1)
  const { rest, streams, authenticated } = lab
  const urls = { rest, publicRest: rest, publicStreams: streams, streams: authenticated }
  server = await startTestServer({
    databaseUrl: database.url,
    env: { TRADELOOM_SIMULATED_VENUES: 'off', TRADELOOM_VENUE_URLS: JSON.stringify({ BITFINEX: urls }) },
  })
  user = await signUp(server.url, 'bitfinex')
  await until(async () => (await user.get('/public-api/instruments/USD')).text.includes(BTC))
  const added = await user.post('/api/exchange-api-keys', { formStyle: 4, type: 'live', broker: 'Bitfinex', ...KEY })
  expect(added.status, added.text).toBe(200)
  await until(async () => (await account())?.connected === true)
})
afterAll(async () => {
  await server?.stop()
  await lab?.stop()
  await database?.stop()
})

const account = async () =>
  ((await user.get('/api/accounts')).json as Account[]).find(
    ({ type, model }) => type === 'live' && model === 'netting',
  )

async function start(script: string) {
  const { id: brokerAccountId, connectionId: brokerConnectionId } = (await account()) ?? {}
  const { id: algorithmId } = (await user.post('/api/algorithms', { name: 'Bitfinex' })).json as { id: string }
  const saved = await user.post(`/api/algorithms/${algorithmId}/versions`, { script, message: 'test' })
  const wanted = { algorithmVersionId: (saved.json as Json)['id'], brokerConnectionId, brokerAccountId }
  const market = { instrumentId: BTC, interval: 'M1', status: 'Active' }
  return user.post(`/api/algorithms/${algorithmId}/sessions`, { algorithmId, ...wanted, ...market })
}

/** Right after a start, the broker and the guardian may not answer yet. */
async function started(script: string): Promise<string> {
  let created = await start(script)
  await expect
    .poll(async () => {
      if (/guardian does not answer|broker not connected/.test(created.text)) created = await start(script)
      return created.text
    })
    .toContain('"Active"')
  return (created.json as { id: string }).id
}

it('a session trades the margin wallet: an opposite order closes, and the stop is at the venue', async () => {
  const id = await started(
    ordersOnce(
      `buy({ quantity: 0.3, stopLoss: 59000 })`,
      `if (orders.count === 0 && positions.count === 1) {
         const [{ direction, quantity }] = positions.all()
         if (direction === 'LONG' && quantity === 0.3 && tick.bid === 60100) sell({ quantity: 0.1 })
       }`,
    ),
  )
  const [own] = lab.accounts
  if (!own) throw new Error('The stand-in has no account')
  const held = async () => {
    const { json } = await user.get(`/api/session/${id}/positions`)
    return (json as Json[]).map(({ direction, quantity }) => [direction, quantity])
  }
  const stops = () =>
    own.orders
      .filter(({ isOpen, type }) => isOpen && type === 'STOP')
      .map(({ amount, price }) => [Number(amount) / 1e8, Number(price) / 1e8])
  await expect.poll(held).toEqual([['LONG', 0.3]])
  await expect.poll(stops).toEqual([[-0.3, 59_000]])
  const socket = await new SocketClient(user).opened()
  const accountId = (await account())?.id ?? ''
  const byHand = { key: 'byhand1', accountId, instrumentId: BTC, direction: 'LONG', quantity: 1, price: bid }
  const refused = await socket.request(CHANNELS.brokers, 'open-position', { ...byHand, tag: 'test' })
  socket.close()
  expect(JSON.stringify(refused)).toContain('A session trades this market')
  bid = 60_100
  await expect.poll(held).toEqual([['LONG', 0.2]])
  // It never is larger than the position.
  await expect.poll(stops).toEqual([[-0.2, 59_000]])
  bid = 58_900
  await expect.poll(held).toEqual([])
  expect([own.positions.size, stops()]).toEqual([0, []])
  expect((await user.call('PUT', `/api/session/${id}`, { status: 'Stopped' })).status).toBe(200)
  await expect.poll(() => verifyAccount(database.db, accountId)).toEqual([])
  const atVenue = Number(own.balance('margin', 'USD')) / 1e8
  await expect.poll(async () => (await account())?.balance).toBe(atVenue)
})
