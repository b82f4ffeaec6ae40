import { CHANNELS, type TradingAccount } from '@tradeloom/contracts'
import { verifyAccount } from '@tradeloom/database'
import { type HttpClient, signUp, SocketClient, startTestDatabase, type TestDatabase, until } from '@tradeloom/testkit'
import { LabClock, type OandaLab, startOandaLab } from '@tradeloom/venue-lab'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ordersOnce } from '../../testing/binance-sessions.fixture.ts'
import { startTestServer, type TestServer } from '../../testing/server.fixture.ts'

const TOKEN = 'a practice token of the sessions'
const [NETTING, HEDGING] = ['101-004-5-001', '101-004-5-002'] as const
const QUOTE_MS = 100
/** Its market never closes: whatever day it is, scripts see its prices. */
const BTCUSD = {
  name: 'BTC_USD',
  type: 'CFD',
  displayName: 'Bitcoin',
  pipLocation: 0,
  displayPrecision: 1,
  tradeUnitsPrecision: 2,
  minimumTradeSize: '0.01',
  maximumTrailingStopDistance: '10000.0',
  minimumTrailingStopDistance: '5.0',
  maximumPositionSize: '0',
  maximumOrderUnits: '100',
  marginRate: '0.1',
  financing: { longRate: '-0.1', shortRate: '-0.1' },
} as const

type Json = Record<string, unknown>

let database: TestDatabase
let lab: OandaLab
let server: TestServer
let user: HttpClient
let bid = 60_000

beforeAll(async () => {
  database = await startTestDatabase()
  const accounts = [{ id: NETTING }, { id: HEDGING, hedging: true }]
  lab = await startOandaLab({ clock: new LabClock(Date.now()), token: TOKEN, accounts, instruments: [BTCUSD] })
  lab.clock.run(1)
  lab.setTradeable('BTC_USD', true)
  lab.clock.every(QUOTE_MS, () => lab.quote('BTC_USD', bid.toFixed(1), (bid + 12).toFixed(1)))
  const urls = { OANDA: { practiceRest: lab.rest, practiceStreams: lab.streams } }
  server = await startTestServer({
    databaseUrl: database.url,
    env: { TRADELOOM_SIMULATED_VENUES: 'off', TRADELOOM_VENUE_URLS: JSON.stringify(urls) },
  })
  user = await signUp(server.url, 'admin')
  await user.call('PATCH', '/api/admin/venue/OANDA', { isOn: true })
  const body = { formStyle: 5, type: 'practice', broker: 'OANDA', apiKey: TOKEN }
  const { id: connectionId } = (await user.post('/api/exchange-api-keys', body)).json as { id: string }
  await user.call('PUT', '/api/admin/venue/OANDA/prices', { connectionId })
  const state = async () =>
    ((await user.get('/api/admin/venues')).json as Json[]).find(({ id }) => id === 'OANDA')?.['state']
  await until(async () => (await state()) === 'ready')
})
afterAll(async () => {
  await server?.stop()
  await lab?.stop()
  await database?.stop()
})

async function account(model: string): Promise<TradingAccount & { readonly connectionId: string }> {
  const { json } = await user.get('/api/accounts')
  const found = (json as (TradingAccount & { connectionId: string })[]).find(
    (one) => one.model === model && one.type !== 'paper',
  )
  if (!found) throw new Error(`No ${model} account`)
  return found
}

async function start(script: string, model: string) {
  const { id: brokerAccountId, connectionId: brokerConnectionId } = await account(model)
  const { id: algorithmId } = (await user.post('/api/algorithms', { name: 'At OANDA' })).json as { id: string }
  const saved = await user.post(`/api/algorithms/${algorithmId}/versions`, { script, message: 'test' })
  const wanted = { algorithmVersionId: (saved.json as Json)['id'], brokerConnectionId, brokerAccountId }
  const market = { instrumentId: 'BTCUSD:OANDA', interval: 'M1', status: 'Active' }
  return user.post(`/api/algorithms/${algorithmId}/sessions`, { algorithmId, ...wanted, ...market })
}

/** Right after a start, the broker and the guardian may not answer yet. */
async function started(script: string, model: string): Promise<string> {
  let created = await start(script, model)
  await expect
    .poll(async () => {
      if (/guardian does not answer|broker not connected/.test(created.text)) created = await start(script, model)
      return created.text
    })
    .toContain('"Active"')
  return (created.json as { id: string }).id
}

const logOf = async (id: string): Promise<string[]> =>
  (
    await database.pool.query<{ message: string }>(
      'select message from session_logs where session_id = $1 order by n',
      [id],
    )
  ).rows.map(({ message }) => message)

it('a session holds long and short at a hedging account, each with its stop', async () => {
  await expect.poll(async () => (await account('hedging')).connected).toBe(true)
  const atVenue = lab.account(HEDGING)
  const script = ordersOnce(
    `buy({ quantity: 1, stopLoss: 59000 })`,
    `if (positions.count === 1 && orders.count === 0 && tick.bid < 60100) sell({ quantity: 0.5, stopLoss: 60200 })
     if (positions.count === 2 && tick.bid >= 60100) closePosition(positions.all()[0])`,
  )
  const id = await started(script, 'hedging')
  const atOanda = () => atVenue.openTrades().map(({ units }) => (units > 0n ? 'long' : 'short'))
  const held = async () => {
    const { json } = await user.get(`/api/session/${id}/positions`)
    return (json as Json[]).map(({ direction, quantity }) => [direction, quantity])
  }
  await expect.poll(held).toEqual([
    ['SHORT', 0.5],
    ['LONG', 1],
  ])
  expect(atOanda()).toEqual(['long', 'short'])
  await expect
    .poll(() =>
      atVenue
        .pendingOrders()
        .map(({ fields }) => fields.price)
        .toSorted(),
    )
    .toEqual(['59000.0', '60200.0'])

  bid = 60_100
  await expect.poll(held).toEqual([['SHORT', 0.5]])
  expect(atOanda()).toEqual(['short'])
  bid = 60_250
  await expect.poll(held).toEqual([])
  expect(atOanda()).toEqual([])
  await expect.poll(() => logOf(id).then((lines) => lines.filter((line) => line.startsWith('closed')).length)).toBe(2)
  const closed = (await logOf(id)).filter((line) => line.startsWith('closed'))
  expect(closed.map((line) => line.split(' ').at(-1))).toEqual(['script', 'stop-loss'])
  expect(atVenue.pendingOrders()).toEqual([])
  // The venue numbers trades by account, so a number would not say which account's is meant.
  const { positions } = (await user.get('/api/positions/closed')).json as { positions: Json[] }
  for (const { id: positionId, brokerId } of positions) {
    expect([brokerId, positionId]).toEqual([expect.stringMatching(/^\d+$/), expect.stringMatching(/^[0-9a-f-]{36}$/)])
    expect((await user.call('DELETE', `/api/position/${String(positionId)}`)).status).toBe(200)
  }
  expect((await user.get('/api/positions/closed')).json).toMatchObject({ positions: [] })
  expect((await user.call('PUT', `/api/session/${id}`, { status: 'Stopped' })).status).toBe(200)
  expect(await verifyAccount(database.db, (await account('hedging')).id)).toEqual([])
})

it('a session trades a market of a netting account alone: opposite orders close its oldest position first', async () => {
  await expect.poll(async () => (await account('netting')).connected).toBe(true)
  const { id: accountId } = await account('netting')
  const atVenue = lab.account(NETTING)
  bid = 60_000
  const script = ordersOnce(
    `buy({ quantity: 1, stopLoss: 59000 })`,
    `const isLong = orders.count === 0 && positions.all().every(({ direction }) => direction === 'LONG')
     if (isLong && positions.count === 1 && tick.bid < 60100) buy({ quantity: 0.5, stopLoss: 58900 })
     if (isLong && positions.count === 2 && tick.bid === 60100) sell({ quantity: 1.2 })
     if (isLong && positions.count === 1 && tick.bid === 60200) sell({ quantity: 1, stopLoss: 60300 })`,
  )
  const id = await started(script, 'netting')
  const held = async () => {
    const { json } = await user.get(`/api/session/${id}/positions`)
    return (json as Json[]).map(({ direction, quantity }) => [direction, quantity])
  }
  const stops = () =>
    atVenue
      .pendingOrders()
      .map(({ fields }) => fields.price)
      .toSorted()
  await expect.poll(held).toEqual([
    ['LONG', 0.5],
    ['LONG', 1],
  ])
  await expect.poll(stops).toEqual(['58900.0', '59000.0'])
  const socket = await new SocketClient(user).opened()
  const byHand = { key: 'byhand1', accountId, instrumentId: 'BTCUSD:OANDA', direction: 'LONG', quantity: 1, price: bid }
  const refused = await socket.request(CHANNELS.brokers, 'open-position', { ...byHand, tag: 'test' })
  socket.close()
  expect(JSON.stringify(refused)).toContain('A session trades this market')
  expect((await start(script, 'netting')).text).toContain('A session trades this market')

  bid = 60_100
  await expect.poll(held).toEqual([['LONG', 0.3]])
  bid = 60_200
  await expect.poll(held).toEqual([['SHORT', 0.7]])
  await expect.poll(stops).toEqual(['60300.0'])
  bid = 60_350
  await expect.poll(held).toEqual([])
  await expect.poll(() => logOf(id).then((lines) => lines.filter((line) => line.startsWith('closed')).length)).toBe(4)
  const closed = (await logOf(id)).filter((line) => line.startsWith('closed'))
  expect(closed.map((line) => [line.split(' ')[1], line.split(' ').at(-1)])).toEqual([
    ['1', 'netting'],
    ['0.2', 'netting'],
    ['0.3', 'netting'],
    ['0.7', 'stop-loss'],
  ])
  expect(atVenue.pendingOrders()).toEqual([])
  expect((await user.call('PUT', `/api/session/${id}`, { status: 'Stopped' })).status).toBe(200)
  expect(await verifyAccount(database.db, accountId)).toEqual([])
})
