import { CHANNELS, type TradingAccount } from '@tradeloom/contracts'
import { verifyAccount } from '@tradeloom/database'
import { type HttpClient, signUp, SocketClient, startTestDatabase, type TestDatabase, until } from '@tradeloom/testkit'
import { type BinanceLab, LabClock, startBinanceLab, startUsdmLab, type UsdmLab } from '@tradeloom/venue-lab'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ordersOnce } from '../../testing/binance-sessions.fixture.ts'
import { startTestServer, type TestServer } from '../../testing/server.fixture.ts'

const PERPETUAL = 'BTCUSDT.P:BINANCE'
const KEY = { apiKey: 'a key of sessions with perpetuals', apiSecret: 'a secret of these sessions' }
const QUOTE_MS = 100

type Json = Record<string, unknown>
type Account = TradingAccount & { readonly connectionId: string }

let database: TestDatabase
let spot: BinanceLab
let futures: UsdmLab
let server: TestServer
let user: HttpClient
let bid = 60_000

beforeAll(async () => {
  database = await startTestDatabase()
  await database.pool.query(
    `insert into venue_settings (venue_id, is_on, markets) values ('BINANCE', true, '["spot", "usdm"]')`,
  )
  const clock = new LabClock(Date.now())
  const login = { apiKey: KEY.apiKey, secret: KEY.apiSecret }
  const rights = { enableFutures: true }
  spot = await startBinanceLab({ clock, accounts: [{ ...login, balances: { USDT: '500' }, rights }] })
  futures = await startUsdmLab({ clock, accounts: [{ ...login, balances: { USDT: '200000' } }] })
  clock.every(QUOTE_MS, () => {
    futures.markets.quote('BTCUSDT', { bid: bid.toFixed(1), ask: (bid + 0.1).toFixed(1), quantity: '50' })
    futures.markets.trade('BTCUSDT', bid.toFixed(1))
  })
  clock.run(1)
  const { rest, streams, wsApi } = spot
  const urls = { rest, streams, wsApi, futuresRest: futures.rest, futuresStreams: futures.streams }
  server = await startTestServer({
    databaseUrl: database.url,
    env: { TRADELOOM_SIMULATED_VENUES: 'off', TRADELOOM_VENUE_URLS: JSON.stringify({ BINANCE: urls }) },
  })
  user = await signUp(server.url, 'perpetual')
  await until(async () => (await user.get('/public-api/instruments/USD')).text.includes(PERPETUAL))
  const added = await user.post('/api/exchange-api-keys', { formStyle: 4, type: 'live', broker: 'Binance', ...KEY })
  expect(added.status, added.text).toBe(200)
  await until(async () => (await account())?.connected === true)
})
afterAll(async () => {
  await server?.stop()
  await Promise.all([spot?.stop(), futures?.stop()])
  await database?.stop()
})

const account = async (wanted = 'netting') =>
  ((await user.get('/api/accounts')).json as Account[]).find(({ type, model }) => type === 'live' && model === wanted)

async function start(script: string, model: string) {
  const { id: brokerAccountId, connectionId: brokerConnectionId } = (await account(model)) ?? {}
  const { id: algorithmId } = (await user.post('/api/algorithms', { name: 'Perpetual' })).json as { id: string }
  const saved = await user.post(`/api/algorithms/${algorithmId}/versions`, { script, message: 'test' })
  const wanted = { algorithmVersionId: (saved.json as Json)['id'], brokerConnectionId, brokerAccountId }
  const market = { instrumentId: PERPETUAL, interval: 'M1', status: 'Active' }
  return user.post(`/api/algorithms/${algorithmId}/sessions`, { algorithmId, ...wanted, ...market })
}

/** Right after a start, the broker and the guardian may not answer yet. */
async function started(script: string, model = 'netting'): Promise<string> {
  let created = await start(script, model)
  await expect
    .poll(async () => {
      if (/guardian does not answer|broker not connected/.test(created.text)) created = await start(script, model)
      return created.text
    })
    .toContain('"Active"')
  return (created.json as { id: string }).id
}

it('a session trades a perpetual: an opposite order closes, and the stop is at the venue', async () => {
  const id = await started(
    ordersOnce(
      `buy({ quantity: 0.3, stopLoss: 59000 })`,
      `if (orders.count === 0 && positions.count === 1) {
         const [{ direction, quantity }] = positions.all()
         if (direction === 'LONG' && quantity === 0.3 && tick.bid === 60100) sell({ quantity: 0.1 })
         if (direction === 'LONG' && quantity === 0.2 && tick.bid === 60200) sell({ quantity: 0.5, stopLoss: 60400 })
       }`,
    ),
  )
  const own = futures.accounts.get(KEY.apiKey)
  const held = async () => {
    const { json } = await user.get(`/api/session/${id}/positions`)
    return (json as Json[]).map(({ direction, quantity }) => [direction, quantity])
  }
  const stops = () =>
    own.algos
      .filter(({ status }) => status === 'NEW')
      .map(({ side, quantity, triggerPrice, reduceOnly }) => [
        side,
        Number(quantity) / 1e8,
        Number(triggerPrice) / 1e8,
        reduceOnly,
      ])
  await expect.poll(held).toEqual([['LONG', 0.3]])
  await expect.poll(stops).toEqual([['SELL', 0.3, 59_000, true]])
  const socket = await new SocketClient(user).opened()
  const accountId = (await account())?.id ?? ''
  const byHand = { key: 'byhand1', accountId, instrumentId: PERPETUAL, direction: 'LONG', quantity: 1, price: bid }
  const refused = await socket.request(CHANNELS.brokers, 'open-position', { ...byHand, tag: 'test' })
  socket.close()
  expect(JSON.stringify(refused)).toContain('A session trades this market')

  bid = 60_100
  await expect.poll(held).toEqual([['LONG', 0.2]])
  await expect.poll(stops).toEqual([['SELL', 0.2, 59_000, true]])
  bid = 60_200
  await expect.poll(held).toEqual([['SHORT', 0.3]])
  await expect.poll(stops).toEqual([['BUY', 0.3, 60_400, true]])
  expect(Number(own.position('BTCUSDT').amount) / 1e8).toBe(-0.3)
  bid = 60_450
  await expect.poll(held).toEqual([])
  expect([own.position('BTCUSDT').amount, stops()]).toEqual([0n, []])
  const lines = async () =>
    (
      await database.pool.query<{ message: string }>(
        'select message from session_logs where session_id = $1 order by n',
        [id],
      )
    ).rows.flatMap(({ message }) => (message.startsWith('closed') ? [message.split(' ')] : []))
  await expect
    .poll(async () => (await lines()).map((line) => [line[1], line.at(-1)]))
    .toEqual([
      ['0.1', 'netting'],
      ['0.2', 'netting'],
      ['0.3', 'stop-loss'],
    ])
  expect((await user.call('PUT', `/api/session/${id}`, { status: 'Stopped' })).status).toBe(200)
  await expect.poll(() => verifyAccount(database.db, accountId)).toEqual([])
  const atVenue = Number(own.wallet('USDT')) / 1e8
  await expect.poll(async () => (await account())?.balance).toBe(atVenue)
})

it('a session in hedge mode holds both legs, each with its stop, and a person trades the same market', async () => {
  bid = 60_000
  const own = futures.accounts.get(KEY.apiKey)
  // The account is flat, so that it goes on in its new mode.
  own.isHedging = true
  futures.accounts.expireListenKey(KEY.apiKey)
  await expect.poll(async () => (await account('hedging'))?.connected).toBe(true)
  const id = await started(
    ordersOnce(
      `buy({ quantity: 0.3, stopLoss: 59000 })`,
      `if (orders.count === 0 && positions.count === 1 && tick.bid === 60100) sell({ quantity: 0.2, stopLoss: 60400 })`,
    ),
    'hedging',
  )
  const held = async () => {
    const { json } = await user.get(`/api/session/${id}/positions`)
    return (json as Json[]).map(({ direction, quantity }) => [direction, quantity]).toSorted()
  }
  const legs = () => own.positionsIn('BTCUSDT').map(({ amount }) => Number(amount) / 1e8)
  await expect.poll(held).toEqual([['LONG', 0.3]])
  bid = 60_100
  await expect.poll(held).toEqual([
    ['LONG', 0.3],
    ['SHORT', 0.2],
  ])
  const socket = await new SocketClient(user).opened()
  const accountId = (await account('hedging'))?.id ?? ''
  const byHand = { key: 'byhand2', accountId, instrumentId: PERPETUAL, direction: 'LONG', quantity: 1, price: bid }
  await socket.request(CHANNELS.brokers, 'open-position', { ...byHand, tag: 'test' })
  socket.close()
  await expect.poll(legs).toEqual([1.3, -0.2])
  expect(await held()).toHaveLength(2)
  bid = 60_450
  await expect.poll(held).toEqual([['LONG', 0.3]])
  expect(legs()).toEqual([1.3, 0])
  expect((await user.call('PUT', `/api/session/${id}`, { status: 'Stopped' })).status).toBe(200)
  await expect.poll(() => verifyAccount(database.db, accountId)).toEqual([])
})

it('a session on margin places no order whose stop its venue would not take, however many wait already', async () => {
  const own = futures.accounts.get(KEY.apiKey)
  const stops = own.algos.filter(({ status }) => status === 'NEW').length
  const id = await started(
    ordersOnce(`for (let n = 0; n < 11; n++) buy({ quantity: 0.01, limitPrice: 50000, stopLoss: 40000 })`),
    'hedging',
  )
  const refused = async () =>
    (
      await database.pool.query(
        `select 1 from session_logs where session_id = $1 and message like '%takes at most 10 orders with a stop price%'`,
        [id],
      )
    ).rowCount
  // On a busy machine the script asks again for all of them.
  await expect.poll(refused).toBeGreaterThan(stops)
  const waiting = () => own.orders.filter(({ status, type }) => status === 'NEW' && type === 'LIMIT').length
  await expect.poll(waiting).toBe(10 - stops)
  expect((await user.call('PUT', `/api/session/${id}`, { status: 'Stopped' })).status).toBe(200)
})
