import { CHANNELS } from '@tradeloom/contracts'
import { putListings, verifyAccount } from '@tradeloom/database'
import { defineInstrument, listInstrument } from '@tradeloom/domain'
import { type HttpClient, signUp, SocketClient, startTestDatabase, type TestDatabase } from '@tradeloom/testkit'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { LiveTicks } from '../../testing/live-ticks.fixture.ts'
import { startTestServer, type TestServer } from '../../testing/server.fixture.ts'

const EURUSD = 'EURUSD:SIM'
const USDJPY = 'USDJPY:SIM'

let database: TestDatabase
let server: TestServer
let ticks: LiveTicks
let yen: LiveTicks
let count = 0
let user: HttpClient
let socket: SocketClient

beforeAll(async () => {
  database = await startTestDatabase()
  server = await startTestServer({ databaseUrl: database.url, env: { TRADELOOM_SIMULATED_VENUES: 'off' } })
  const listings = [EURUSD, USDJPY].map((id) =>
    listInstrument(defineInstrument(id, { simulated: true, calendar: 'always', lotSize: 1000, minQuantity: 1000 }), {
      status: 'active',
      tradingOpen: true,
    }),
  )
  await putListings(database.db, listings)
  ticks = new LiveTicks(server.dataDir, EURUSD)
  yen = new LiveTicks(server.dataDir, USDJPY)
})
afterAll(async () => {
  ticks?.stop()
  yen?.stop()
  await server?.stop()
  await database?.stop()
})
beforeEach(async () => {
  ticks.keep(1.1)
  count += 1
  user = await signUp(server.url, `trader${count}`)
  socket = await new SocketClient(user).opened()
  // The first test starts the process.
  const [account] = (await user.get('/api/accounts')).json as { connectionId: string }[]
  const start = () => request('initialize-broker-connection', { connectionId: account?.connectionId })
  await expect.poll(start).toMatchObject({ data: { isConnected: true } })
})
afterEach(() => socket.close())

let keys = 0
const key = (): string => `k${String((keys += 1)).padStart(6, '0')}`

const request = (name: string, payload: object) => socket.request(CHANNELS.brokers, name, payload)
const open = (terms: object = {}) =>
  request('open-position', {
    key: key(),
    tag: 'test',
    instrumentId: EURUSD,
    direction: 'LONG',
    quantity: 10_000,
    price: 1.1,
    ...terms,
  })

/** Refused until the broker has the order. */
const cancel = (orderId: string) => user.call('DELETE', `/api/order/${orderId}`)
const openPositions = async () => (await user.get('/api/positions/open')).json as Record<string, unknown>[]
const closedPositions = async () => (await user.get('/api/positions/closed')).json as { positions: unknown[] }
const accounts = async () => (await user.get('/api/accounts')).json as { id: string; balance: number }[]

async function openOne(terms: object = {}): Promise<Record<string, unknown>> {
  const before = (await openPositions()).length
  expect(await open(terms)).toMatchObject({ ok: true })
  await expect.poll(openPositions).toHaveLength(before + 1)
  const [position] = await openPositions()
  return position as Record<string, unknown>
}

describe('a position of a paper account', () => {
  it('is opened over the socket, and shown with account and journal', async () => {
    expect(await accounts()).toMatchObject([{ balance: 10_000, equity: 10_000, type: 'paper', currency: 'USD' }])
    const position = await openOne({ stopLoss: 1.09, takeProfit: 1.12, options: { trailingStopDistance: 0.02 } })
    expect(position).toMatchObject({
      direction: 'LONG',
      quantity: 10_000,
      openPrice: 1.1002,
      stopLoss: 1.09,
      takeProfit: 1.12,
      trailingStop: 0.02,
      profit: -2,
      pips: -2,
      status: 'OPEN',
      symbol: 'EUR/USD',
      broker: 'SIM',
    })
    const [account] = await accounts()
    expect(account).toMatchObject({ balance: 10_000, equity: 9_998, unrealisedProfit: -2, leverage: '50:1' })
    const orders = (await user.get(`/api/position/${position['id']}/orders`)).json as { type: string; status: string }[]
    expect(orders.map(({ type, status }) => `${type} ${status}`).sort()).toEqual([
      'Limit NEW',
      'Market FILLED',
      'Stop NEW',
      'Trailing Stop NEW',
    ])
    expect((await user.get('/api/broker/positions')).json).toMatchObject([{ id: position['id'] }])
    await user.get('/api/orders')
    expect(await verifyAccount(database.db, account?.id ?? '')).toEqual([])
  })

  it('publishes positions over topics: rows of the snapshot are marked, changes are not', async () => {
    for (const topic of ['orders', 'executions', 'balances', 'positions', 'brokers']) {
      socket.send({ type: 'subscribe', topic })
    }
    const eventOf = (event: string, isSnapshot: boolean) =>
      socket.next((message) => {
        if (message.type !== 'event' || message.payload.event !== event) return false
        return (message.payload.data as { snapshot?: boolean }).snapshot === isSnapshot
      })
    await eventOf('balance', true)
    const { id } = await openOne()
    expect(await eventOf('execution', false)).toMatchObject({
      payload: { data: { price: 1.1002, orderType: 'Market' } },
    })
    expect(await eventOf('position-update', false)).toMatchObject({ payload: { data: { id } } })
    await eventOf('order', false)
    await eventOf('balance', false)
    const again = await new SocketClient(user).opened()
    again.send({ type: 'subscribe', topic: 'positions' })
    const row = await again.next((message) => message.type === 'event')
    expect(row).toMatchObject({ payload: { event: 'position-update', data: { id, snapshot: true } } })
    again.close()
  })

  it('publishes the profit of a position while prices move', async () => {
    const { id } = await openOne()
    for (const topic of ['positions', 'balances']) socket.send({ type: 'subscribe', topic })
    ticks.keep(1.105)
    const told = (event: string, wanted: object) =>
      socket.next((message) => {
        if (message.type !== 'event' || message.payload.event !== event) return false
        const data = message.payload.data as unknown as Record<string, unknown>
        return Object.entries(wanted).every(([name, value]) => data[name] === value)
      })
    await told('position-update', { id, profit: 48, snapshot: true })
    await told('balance', { unrealisedProfit: 48, snapshot: true })
  })

  it('is closed on request, counts in the totals, and is hidden by its owner', async () => {
    const { id } = await openOne()
    ticks.keep(1.102)
    expect(await user.call('DELETE', `/api/position/${id}`)).toMatchObject({ status: 409 })
    expect(await request('close-position', { key: key(), positionId: id })).toMatchObject({ ok: true })
    await expect.poll(closedPositions).toMatchObject({ positions: [{ id, profit: 18, pips: 18 }] })
    expect(await closedPositions()).toMatchObject({
      meta: {
        profits: [{ currency: 'USD', profit: 18 }],
        totalProfit: 18,
        positiveProfit: 18,
        negativeProfit: 0,
        totalMovement: 18,
        positiveMovement: 18,
        negativeMovement: 0,
        closedPositionCount: 1,
      },
    })
    const again = await request('close-position', { key: key(), positionId: id })
    expect(again).toMatchObject({ ok: false, error: 'The position is closed already' })
    expect(await user.call('DELETE', `/api/position/${id}`)).toMatchObject({ status: 200 })
    expect(await closedPositions()).toMatchObject({ positions: [], meta: { closedPositionCount: 0, totalProfit: 0 } })
    const [account] = await accounts()
    expect(account).toMatchObject({ balance: 10_018 })
    const { rows } = await database.pool.query('select * from fills where position_id = $1', [id])
    expect(rows).toHaveLength(2)
    expect(await verifyAccount(database.db, account?.id ?? '')).toEqual([])
  })

  it('is closed in parts: the rest stays open with its stop, and a part has to be on the step', async () => {
    const { id } = await openOne({ stopLoss: 1.09 })
    const close = (quantity: number, by = socket) =>
      by.request(CHANNELS.brokers, 'close-position', { key: key(), positionId: id, quantity })
    for (const [quantity, error] of [
      [1_500, 'Lot size is 1000'],
      [500, 'Minimum trade size for EUR/USD is 1000'],
      [11_000, 'Only 10000 are open'],
    ] as const)
      expect(await close(quantity)).toMatchObject({ ok: false, error })
    const stranger = await new SocketClient(await signUp(server.url, `parts${count}`)).opened()
    expect(await close(4_000, stranger)).toMatchObject({ ok: false })
    stranger.close()
    expect(await close(4_000)).toMatchObject({ ok: true })
    await expect.poll(openPositions).toMatchObject([{ id, quantity: 6_000, stopLoss: 1.09 }])
    expect(await closedPositions()).toMatchObject({ positions: [{ quantity: 4_000, part: 1 }] })
    expect(await close(6_000)).toMatchObject({ ok: true })
    await expect.poll(openPositions).toEqual([])
  })

  it('gets other levels while it is open: what is omitted stays, null removes, and a wrong one changes nothing', async () => {
    const { id } = await openOne({ stopLoss: 1.09, takeProfit: 1.12 })
    const protect = (levels: object, by = socket) =>
      by.request(CHANNELS.brokers, 'protect-position', { key: key(), positionId: id, ...levels })
    expect(await protect({ stopLoss: 1.095, trailingStop: 0.02 })).toMatchObject({ ok: true })
    await expect.poll(openPositions).toMatchObject([{ stopLoss: 1.095, takeProfit: 1.12, trailingStop: 0.02 }])
    expect(await protect({ takeProfit: null })).toMatchObject({ ok: true })
    await expect.poll(openPositions).toMatchObject([{ stopLoss: 1.095, takeProfit: null, trailingStop: 0.02 }])
    const wrong = [
      [{ stopLoss: 1.1 }, 'Stop loss must be less than bid price for long positions'],
      [{ takeProfit: 1.05 }, 'Take profit must be greater than ask price for long positions'],
      [{ trailingStop: 2 }, 'Trailing stop must be less than the price'],
      [{ stopLoss: 1.0912345 }, 'Prices of EUR/USD are multiples of 0.00001'],
      [{}, 'Nothing is to be changed'],
    ] as const
    for (const [levels, error] of wrong) {
      expect(await protect(levels)).toMatchObject({ ok: false, error: expect.stringContaining(error) })
    }
    const stranger = await new SocketClient(await signUp(server.url, `changer${count}`)).opened()
    expect(await protect({ stopLoss: null }, stranger)).toMatchObject({ ok: false, error: 'Position not found' })
    stranger.close()
    expect(await openPositions()).toMatchObject([{ stopLoss: 1.095, takeProfit: null, trailingStop: 0.02 }])
    await request('close-position', { key: key(), positionId: id })
    await expect.poll(openPositions).toEqual([])
    expect(await protect({ stopLoss: 1.09 })).toMatchObject({ ok: false, error: 'The position is closed already' })
  })

  it("is in the window of a chart of its instrument, until its owner deletes it, and in nobody else's", async () => {
    const { id, openTime } = (await openOne()) as { id: string; openTime: number }
    const windowOf = async (client: HttpClient, from: number, to: number, more = '', of = EURUSD) => {
      const period = `start=${new Date(from).toISOString()}&end=${new Date(to).toISOString()}`
      return (await client.get(`/api/positions/window?instrumentId=${of}&${period}${more}`)).json
    }
    const neighbor = async (time: number, direction: string) =>
      (await user.get(`/api/positions/neighbor?instrumentId=${EURUSD}&time=${time}&direction=${direction}`)).json
    expect(await windowOf(user, openTime - 1_000, openTime)).toEqual({ count: 0, positions: [] })
    expect(await windowOf(user, openTime + 60_000, openTime + 90_000)).toMatchObject({ count: 1, positions: [{ id }] })
    expect(await windowOf(user, openTime, openTime + 1, '', USDJPY)).toEqual({ count: 0, positions: [] })
    expect(await windowOf(user, openTime, openTime - 1)).toMatchObject({ message: 'The period ends before it starts' })
    expect(await windowOf(user, 0, openTime, '&limit=501')).toMatchObject({ kind: 'invalid-input' })
    expect(await neighbor(openTime - 1, 'next')).toMatchObject({ position: { id } })
    expect(await neighbor(openTime, 'next')).toEqual({ position: null })
    const stranger = await signUp(server.url, `stranger${count}`)
    expect(await windowOf(stranger, openTime - 1_000, openTime + 1_000)).toEqual({ count: 0, positions: [] })

    expect(await request('close-position', { key: key(), positionId: id })).toMatchObject({ ok: true })
    await expect.poll(closedPositions).toMatchObject({ positions: [{ id }] })
    const [closed] = (await closedPositions()).positions as { closeTime: number }[]
    const closeTime = closed?.closeTime ?? 0
    expect(await windowOf(user, closeTime, closeTime + 1)).toMatchObject({ count: 1, positions: [{ id, closeTime }] })
    expect(await windowOf(user, closeTime + 1, closeTime + 2)).toEqual({ count: 0, positions: [] })
    await user.call('DELETE', `/api/position/${id}`)
    expect(await windowOf(user, openTime - 1, closeTime + 1)).toEqual({ count: 0, positions: [] })
  })

  it('is opened once, however often a key is repeated', async () => {
    const same = { key: key() }
    const answers = await Promise.all(Array.from({ length: 5 }, () => open(same)))
    const ids = answers.map((answer) => (answer as { data: { intentId: string } }).data.intentId)
    expect(new Set(ids).size).toBe(1)
    await expect.poll(openPositions).toHaveLength(1)
    expect(await open(same)).toMatchObject({ ok: true, data: { intentId: ids[0] } })
    expect(await openPositions()).toHaveLength(1)
  })

  it.each([
    [{ quantity: 10 }, 'Minimum trade size for EUR/USD is 1000'],
    [{ quantity: 1_500 }, 'Lot size is 1000'],
    [{ quantity: 10_000_000 }, 'Not enough available margin'],
    [{ stopLoss: 1.2 }, 'Stop loss must be less than bid price for long positions'],
    [{ takeProfit: 1.05 }, 'Take profit must be greater than ask price for long positions'],
    [{ instrumentId: 'GBPUSD:NOWHERE' }, 'Instrument not available'],
    [{ instrumentId: USDJPY }, 'No price'],
    [{ key: 'short' }, 'The key has 7 letters or digits'],
  ])('is refused with its reason: %j', async (terms, error) => {
    expect(await open(terms)).toMatchObject({ ok: false, error })
    expect(await openPositions()).toEqual([])
  })

  it('values what is quoted in another currency', async () => {
    yen.keep(150)
    const position = await openOne({ instrumentId: USDJPY, quantity: 10_000 })
    // 0.0002 of 10,000 units in yen.
    expect(position['openPrice']).toBe(150.0002)
    expect(position['profit']).toBeCloseTo(-2 / 150.0001, 6)
    const [account] = await accounts()
    expect(account).toMatchObject({ used: 200 })
  })

  it('is opened by orders of the ticket, too', async () => {
    const order = { broker: 'SIM', symbol: 'EUR/USD', side: 'SELL', type: 'LIMIT', quantity: 10_000, limitPrice: 1.11 }
    expect(await request('order', order)).toMatchObject({ ok: true })
    const orders = async () => (await user.get('/api/orders')).json as object[]
    await expect.poll(orders).toMatchObject([{ type: 'Limit', status: 'NEW', price: 1.11 }])
    // It rests where the price is still below when it reaches the broker.
    const atBroker = async () =>
      (await database.pool.query(`select id from venue_orders where status = 'NEW' and limit_price = 1.11`)).rows
    await expect.poll(atBroker).toHaveLength(1)
    const [account] = await accounts()
    expect(await user.post(`/api/accounts/${account?.id}/reset`, {})).toMatchObject({ status: 409 })
    ticks.keep(1.1101)
    await expect.poll(openPositions).toMatchObject([{ direction: 'SHORT', openPrice: 1.11 }])
  })

  it('has working orders whose price and quantity change, of which each stays one', async () => {
    const order = { broker: 'SIM', symbol: 'EUR/USD', side: 'BUY', type: 'LIMIT', quantity: 10_000, limitPrice: 1.05 }
    const placed = (await request('order', { ...order, stopLoss: 1.04 })) as unknown as { data: { intentId: string } }
    const orders = async () => (await user.get('/api/orders')).json as { id: string; isAtBroker: boolean }[]
    await expect.poll(orders).toMatchObject([{ isAtBroker: true, limitPrice: 1.05 }])
    const orderId = placed.data.intentId
    const change = (terms: object, by = socket) =>
      by.request(CHANNELS.brokers, 'change-order', { key: key(), orderId, ...terms })
    for (const [terms, error] of [
      [{}, 'Nothing is to be changed'],
      [{ limitPrice: -1 }, expect.stringMatching(/./)],
      [{ quantity: 1_500 }, 'Lot size is 1000'],
      [{ quantity: 200_000_000 }, 'Maximum trade size for EUR/USD is 100000000'],
      [{ quantity: 20_000_000 }, 'Not enough available margin'],
      [{ limitPrice: 1.2 }, 'Limit price is more than 1% above the market'],
      [{ limitPrice: 1.03 }, 'Stop loss must be less than bid price for long positions'],
      [{ stopPrice: 1.2 }, 'the order has no stop price'],
    ] as const)
      expect(await change(terms), JSON.stringify(terms)).toMatchObject({ ok: false, error })
    const stranger = await new SocketClient(await signUp(server.url, `changes${count}`)).opened()
    expect(await change({ limitPrice: 1.06 }, stranger)).toMatchObject({ ok: false, error: 'Order not found' })
    stranger.close()
    // A repeated key changes it once, and only as it was asked at first.
    const first = { key: key(), limitPrice: 1.06, quantity: 20_000 }
    expect(await change(first)).toMatchObject({ ok: true })
    expect(await change(first)).toMatchObject({ ok: true })
    expect(await change({ ...first, limitPrice: 1.07 })).toMatchObject({ ok: false })
    await expect.poll(orders).toMatchObject([{ id: orderId, limitPrice: 1.06, quantity: 20_000, status: 'NEW' }])
    const { rows } = await database.pool.query(`select state from intents where kind = 'CHANGE' and user_id = $1`, [
      (await user.get('/api/user')).json.id,
    ])
    expect(rows).toEqual([{ state: 'DONE' }])
    ticks.keep(1.0597)
    // At its limit, or better if this was the first price after the change.
    const openPrice = expect.toSatisfy((price) => price === 1.06 || price === 1.0599)
    await expect.poll(openPositions).toMatchObject([{ quantity: 20_000, openPrice, stopLoss: 1.04 }])
    expect(await change({ limitPrice: 1.05 })).toMatchObject({ ok: false, error: 'The order has ended already' })
    const [account] = await accounts()
    expect(await verifyAccount(database.db, account?.id ?? '')).toEqual([])
  })

  it('is opened by one of two linked orders, and the other one is canceled', async () => {
    const order = { broker: 'SIM', symbol: 'EUR/USD', side: 'BUY', type: 'LIMIT', quantity: 10_000, limitPrice: 1.05 }
    const place = (terms: object, by = socket) =>
      by.request(CHANNELS.brokers, 'order', { key: key(), ...order, ...terms })
    const orders = async () => (await user.get('/api/orders')).json as { id: string; isAtBroker: boolean }[]
    const placed = (await place({})) as unknown as { data: { intentId: string } }
    await expect.poll(orders).toMatchObject([{ isAtBroker: true, limitPrice: 1.05, linkedTo: null }])
    const linkedTo = placed.data.intentId
    const stop = { type: 'STOP', limitPrice: null, stopPrice: 1.15, linkedTo }
    const stranger = await new SocketClient(await signUp(server.url, `links${count}`)).opened()
    expect(await place(stop, stranger)).toMatchObject({ ok: false, error: 'Order not found' })
    stranger.close()
    for (const [terms, error] of [
      [{ linkedTo: 'x' }, expect.stringMatching(/./)],
      [{ type: 'MARKET', stopPrice: null }, 'Only limit and stop orders can be linked'],
      [{ symbol: 'USD/JPY' }, 'Linked orders are of one instrument'],
    ] as const)
      expect(await place({ ...stop, ...terms }), JSON.stringify(terms)).toMatchObject({ ok: false, error })
    // A repeated key links it once, and to nothing else.
    const first = { ...stop, key: key() }
    expect(await place(first)).toMatchObject({ ok: true })
    expect(await place(first)).toMatchObject({ ok: true })
    expect(await place({ ...first, linkedTo: null })).toMatchObject({ ok: false })
    await expect.poll(orders).toMatchObject([
      { type: 'Stop', linkedTo, status: 'NEW' },
      { id: linkedTo, linkedTo: expect.stringMatching(/./) },
    ])
    expect(await place(stop)).toMatchObject({ ok: false, error: 'The order is linked to another one already' })
    ticks.keep(1.16)
    await expect.poll(openPositions).toMatchObject([{ direction: 'LONG' }])
    await expect.poll(orders).toMatchObject([
      { type: 'Stop', status: 'FILLED' },
      { type: 'Limit', status: 'CANCELED', detail: 'the linked order was filled' },
    ])
    expect(await place(stop)).toMatchObject({ ok: false, error: 'The order has been filled or has ended already' })
    const [account] = await accounts()
    expect(await verifyAccount(database.db, account?.id ?? '')).toEqual([])
  })

  it('publishes each order once, with the id and symbol of the lists', async () => {
    socket.send({ type: 'subscribe', topic: 'orders' })
    const term = { broker: 'SIM', symbol: 'EUR/USD', side: 'BUY', type: 'LIMIT', quantity: 10_000, limitPrice: 1.05 }
    const answer = await request('order', term)
    const { intentId } = (answer as unknown as { data: { intentId: string } }).data
    const listed = async () => (await user.get('/api/orders')).json as { id: string }[]
    await expect.poll(listed).toMatchObject([{ id: intentId, status: 'NEW', symbol: 'EUR/USD' }])
    await expect.poll(() => cancel(intentId)).toMatchObject({ status: 200 })
    const told = () =>
      socket.messages.flatMap((message) => {
        if (message.type !== 'event' || message.payload.event !== 'order' || message.payload.data.snapshot) return []
        const { id, status, symbol, isAtBroker } = message.payload.data
        // What is on its way may be told before.
        return isAtBroker ? [[id, status, symbol]] : []
      })
    await socket.next(() => told().some(([, status]) => status === 'CANCELED'))
    expect(told()).toEqual([
      [intentId, 'NEW', 'EUR/USD'],
      [intentId, 'CANCELED', 'EUR/USD'],
    ])
    expect(await listed()).toMatchObject([{ id: intentId, status: 'CANCELED' }])
  })

  it('loses a stop that its owner cancels, as working orders end when they are canceled', async () => {
    const position = await openOne({ stopLoss: 1.09 })
    await request('order', {
      broker: 'SIM',
      symbol: 'EURUSD',
      side: 'BUY',
      type: 'STOP',
      quantity: 1000,
      stopPrice: 1.2,
    })
    const active = async () => {
      const orders = (await user.get('/api/orders')).json as { id: string; status: string; type: string }[]
      return orders.filter(({ status }) => status === 'NEW')
    }
    await expect.poll(active).toHaveLength(2)
    for (const { id } of await active()) await expect.poll(() => cancel(id)).toMatchObject({ status: 200 })
    await expect.poll(active).toEqual([])
    await expect.poll(openPositions).toMatchObject([{ id: position['id'], stopLoss: null }])
    const [account] = await accounts()
    expect(await verifyAccount(database.db, account?.id ?? '')).toEqual([])
  })
})

describe('a paper account', () => {
  it('starts over after a reset', async () => {
    const { id } = await openOne()
    ticks.keep(1.105)
    await request('close-position', { key: key(), positionId: id })
    await expect.poll(closedPositions).toMatchObject({ positions: [{ id }] })
    const [account] = await accounts()
    expect(account?.balance).toBe(10_048)
    expect(await user.post(`/api/accounts/${account?.id}/reset`, {})).toMatchObject({ status: 200 })
    expect(await accounts()).toMatchObject([{ balance: 10_000, resetAt: expect.any(Number) }])
    expect(await verifyAccount(database.db, account?.id ?? '')).toEqual([])
  })

  it('shows the log of an account and its connection to its owner only', async () => {
    const [account] = (await accounts()) as unknown as { id: string; connectionId: string }[]
    const { id: accountId, connectionId } = account ?? {}
    const log = async (name: string, payload: object, from = socket) => {
      const { data } = (await from.request(CHANNELS.brokers, name, payload)) as { data: { message: string }[] | null }
      return data?.map(({ message }) => message)
    }
    expect(await log('request-log-account', { accountId })).toEqual([])
    const { id } = await openOne({ stopLoss: 1.09 })
    ticks.keep(1.105)
    await request('close-position', { key: key(), positionId: id })
    await expect.poll(closedPositions).toMatchObject({ positions: [{ id }] })
    await user.post(`/api/accounts/${accountId}/reset`, {})
    const told = [
      'Market order to buy 10,000 EUR/USD SIM requested',
      'Market order to buy 10,000 EUR/USD SIM sent',
      'Market order to buy 10,000 EUR/USD SIM accepted',
      'Bought 10,000 EUR/USD SIM at 1.10020',
      'Order to close 10,000 EUR/USD SIM requested',
      'Order to close 10,000 EUR/USD SIM sent',
      'Order to close 10,000 EUR/USD SIM accepted',
      'Sold 10,000 EUR/USD SIM at 1.10500, profit 48.00',
      'The account was reset to 10,000.00 USD',
    ]
    expect(await log('request-log-account', { accountId })).toEqual(told)
    expect(await log('request-log-connection', { connectionId })).toEqual(expect.arrayContaining(told))
    const other = await signUp(server.url, `other${count}`)
    const stranger = await new SocketClient(other).opened()
    for (const [name, payload] of [
      ['request-log-account', { accountId }],
      ['request-log-connection', { connectionId }],
    ] as const) {
      const refused = await stranger.request(CHANNELS.brokers, name, payload)
      expect(refused).toMatchObject({ ok: false, data: null, error: expect.stringContaining('not found') })
    }
    const [own] = (await other.get('/api/accounts')).json as { id: string; connectionId: string }[]
    expect(await log('request-log-account', { accountId: own?.id }, stranger)).toEqual([])
    const ownLog = await log('request-log-connection', { connectionId: own?.connectionId }, stranger)
    expect(ownLog?.filter((message) => message !== 'Connected')).toEqual([])
    stranger.close()
  })

  it('answers the requests about connections', async () => {
    const [account] = await accounts()
    const { connectionId, id } = account as unknown as { connectionId: string; id: string }
    const started = await request('initialize-broker-connection', { connectionId })
    expect(started).toMatchObject({ ok: true, data: { connectionId, isConnected: true } })
    expect(await request('request-connected', { connectionId })).toMatchObject({ data: { isConnected: true } })
    expect(await request('request-status', {})).toMatchObject({ data: { isConnected: true } })
    expect(await request('subscribe-status', {})).toMatchObject({ data: [{ connectionId, isConnected: true }] })
    expect(await request('request-account', { accountId: id })).toMatchObject({ data: { id, balance: 10_000 } })
    expect(await request('teardown', { connectionId })).toMatchObject({ ok: true })
    const { accounts: own } = (await user.get('/api/user')).json as { accounts: object[] }
    expect(own).toEqual([{ id, connectionId }])
  })
})
