import { CHANNELS } from '@tradeloom/contracts'
import { putListings, verifyAccount } from '@tradeloom/database'
import { defineInstrument, listInstrument } from '@tradeloom/domain'
import { type HttpClient, signUp, SocketClient, startTestDatabase, type TestDatabase } from '@tradeloom/testkit'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { LiveTicks } from '../../testing/live-ticks.fixture.ts'
import { signalProcess } from '../../testing/signal-process.fixture.ts'
import { startTestServer, type TestServer } from '../../testing/server.fixture.ts'

const EURUSD = 'EURUSD:TEST'
/** Nothing converts its pounds to dollars. */
const EURGBP = 'EURGBP:TEST'

let database: TestDatabase
let server: TestServer
let ticks: LiveTicks
let count = 0
let user: HttpClient

beforeAll(async () => {
  database = await startTestDatabase()
  server = await startTestServer({ databaseUrl: database.url })
  const instrument = defineInstrument(EURUSD, { simulated: true, calendar: 'always', lotSize: 1000, minQuantity: 1000 })
  const pounds = defineInstrument(EURGBP, { simulated: true, calendar: 'always' })
  const yen = ['EURJPY:TEST', 'USDJPY:TEST'].map((id) => defineInstrument(id, { simulated: true, calendar: 'always' }))
  const listings = [instrument, pounds, ...yen].map((one) =>
    listInstrument(one, { status: 'active', tradingOpen: true }),
  )
  await putListings(database.db, listings)
  ticks = new LiveTicks(server.dataDir, EURUSD)
})
afterAll(async () => {
  ticks?.stop()
  await server?.stop()
  await database?.stop()
})
beforeEach(async () => {
  ticks.keep(1.1)
  count += 1
  user = await signUp(server.url, `session${count}`)
})

async function algorithmOf(script: string): Promise<{ algorithmId: string; algorithmVersionId: string }> {
  const { id } = (await user.post('/api/algorithms', { name: `Script ${count}` })).json as { id: string }
  const saved = await user.post(`/api/algorithms/${id}/versions`, { script, message: 'test' })
  expect(saved.status).toBeLessThan(300)
  return { algorithmId: id, algorithmVersionId: (saved.json as { id: string }).id }
}

async function terms(script: string) {
  const [account] = (await user.get('/api/accounts')).json as { id: string; connectionId: string }[]
  const named = await algorithmOf(script)
  return {
    ...named,
    brokerConnectionId: account?.connectionId,
    brokerAccountId: account?.id,
    instrumentId: EURUSD,
    interval: 'M1',
    externals: {},
    status: 'Active',
  }
}

async function start(script: string, more: object = {}): Promise<Record<string, unknown>> {
  const wanted = await terms(script)
  const created = await user.post(`/api/algorithms/${wanted.algorithmId}/sessions`, { ...wanted, ...more })
  expect(created).toMatchObject({ status: 200, json: { status: 'Active' } })
  return created.json as Record<string, unknown>
}

const sessionOf = async (id: unknown) => (await user.get(`/api/session/${id}`)).json as Record<string, unknown>
const stop = (id: unknown) =>
  user.call('PUT', `/api/session/${id}`, { status: 'Stopped', statusDetail: null, stopped: null })

/** Again if it is refused: an order that a busy machine has delayed by five seconds is not sent. */
const BUYS_ONCE = `
  let bought = false
  function onTick() {
    if (bought) return
    bought = true
    buy({ quantity: 10000, stopLoss: 1.05 })
  }
  function onOrder(order) { if (order.status === 'REJECTED') bought = false }
  function onPositionOpened(position) { log('opened at', position.openPrice) }
  function onStop() { log('stopped') }`

describe('a live session', () => {
  it('runs its script on live prices, trades its account and shows it, until it is stopped', async () => {
    const socket = await new SocketClient(user).opened()
    socket.send({ type: 'subscribe', topic: 'tradingSessions' })
    const own = async () => (await user.get('/api/algorithms')).text
    expect(await own()).not.toContain('"activeSessionsCount":1')
    const { id, algorithmId } = await start(BUYS_ONCE)
    expect(await own()).toContain('"activeSessionsCount":1')
    const open = async () => (await user.get(`/api/session/${id}/positions`)).json as object[]
    await expect.poll(open).toMatchObject([{ sessionId: id, quantity: 10_000, openPrice: 1.1002, stopLoss: 1.05 }])
    await expect.poll(() => sessionOf(id)).toMatchObject({ status: 'Active', openPositionCount: 1 })
    expect((await user.get('/api/sessions/active')).json).toMatchObject([{ id }])
    expect((await user.get(`/api/algorithms/${algorithmId}/sessions`)).json).toMatchObject([{ id }])
    const orders = (await user.get(`/api/session/${id}/orders`)).json as { status: string }[]
    const taken = orders.filter(({ status }) => status !== 'Rejected')
    expect(taken).toMatchObject([{ type: 'Stop' }, { type: 'Market', status: 'FILLED' }])
    const log = async () => JSON.stringify(await socket.request(CHANNELS.tradingSessions, 'tail-log', { id }))
    await expect.poll(log).toContain('opened at 1.1002')
    expect(await stop(id)).toMatchObject({ status: 200, json: { status: 'Stopped', stopped: expect.any(String) } })
    await expect.poll(log).toContain('stopped')
    expect(await stop(id)).toMatchObject({ status: 409 })
    expect(await own()).toContain('"activeSessionsCount":0')
    const [position] = (await open()) as { id: string }[]
    // Its position is open, so it is still among the active ones.
    expect((await user.get('/api/sessions/active')).json).toMatchObject([{ id, status: 'Stopped' }])
    await socket.request(CHANNELS.brokers, 'close-position', { key: 'abcdefg', positionId: position?.id })
    const ended = async () => (await user.get('/api/sessions/ended')).json
    await expect.poll(ended).toMatchObject([{ id }])
    expect((await user.get(`/api/session/${id}/positions/closed`)).json).toMatchObject({
      positions: [{ sessionId: id, status: 'CLOSED' }],
      meta: { closedPositionCount: 1 },
    })
    const [account] = (await user.get('/api/accounts')).json as { id: string }[]
    expect(await verifyAccount(database.db, account?.id ?? '')).toEqual([])
    socket.close()
  })

  it('takes back what it would still open once it is stopped, and keeps its position with its stop and its exit', async () => {
    const { id } = await start(`
      const wanted = new Set(['MARKET', 'LIMIT', 'STOP', 'EXIT'])
      function onTick() {
        if (wanted.delete('MARKET')) buy({ quantity: 10000, stopLoss: 1 })
        if (wanted.delete('LIMIT')) buy({ quantity: 10000, limitPrice: 1.05 })
        if (wanted.delete('STOP')) buy({ quantity: 10000, stopPrice: 1.15 })
        if (positions.count > 0 && wanted.delete('EXIT')) sell({ quantity: 10000, limitPrice: 1.2, reduceOnly: true })
      }
      // A busy machine delays some of them for too long.
      function onOrder({ side, type, status }) {
        if (status === 'REJECTED') wanted.add(side === 'SELL' ? 'EXIT' : type)
      }`)
    // What is only written when the session stops is never sent.
    const orders = async () =>
      ((await user.get(`/api/session/${String(id)}/orders`)).json as Record<string, string | boolean>[])
        .filter(({ status, isAtBroker }) => isAtBroker && status !== 'Rejected')
        .map(({ side, type, status }) => [side, type, status].join(' '))
        .toSorted()
    const kept = ['SELL Limit NEW', 'SELL Stop NEW']
    await expect.poll(orders).toEqual(['BUY Limit NEW', 'BUY Market FILLED', 'BUY Stop NEW', ...kept])
    expect(await stop(id)).toMatchObject({ status: 200 })
    await expect.poll(orders).toEqual(['BUY Limit CANCELED', 'BUY Market FILLED', 'BUY Stop CANCELED', ...kept])
  })

  it('shows the log and profit of a session to its owner only', async () => {
    const socket = await new SocketClient(user).opened()
    const ask = async (name: string, payload: object) =>
      (await socket.request(CHANNELS.tradingSessions, name, payload)).data as Record<string, unknown>
    const begun = Date.now()
    const { id } = await start(BUYS_ONCE)
    const open = async () => (await user.get(`/api/session/${id}/positions`)).json as { id: string }[]
    await expect.poll(open).toHaveLength(1)
    const tail = async () => JSON.stringify(await ask('tail-log', { id }))
    await expect.poll(tail).toContain('opened at')
    await database.pool.query(
      `insert into session_logs (session_id, n, time, level, message)
       select $1, -1 - n, '2026-01-05T23:59:59.999Z'::timestamptz + n * interval '1 ms', 'info', 'of day ' || n
       from generate_series(0, 1) n`,
      [id],
    )
    const today = new Date(begun).toISOString().slice(0, 10)
    const days = (await ask('fetch-log-list', { id })) as unknown as { day: string; lineCount: number }[]
    expect(days.map(({ day }) => day)).toEqual(expect.arrayContaining([today, '2026-01-06', '2026-01-05']))
    expect(days.map(({ day }) => day)).toEqual(
      days
        .map(({ day }) => day)
        .toSorted()
        .toReversed(),
    )
    expect(days.find(({ day }) => day === '2026-01-05')).toMatchObject({ lineCount: 1 })
    expect(await ask('fetch-log', { id, day: '2026-01-05' })).toMatchObject({
      lines: [{ message: 'of day 0' }],
      dropped: 0,
    })
    expect(await ask('fetch-log', { id, day: '2026-01-07' })).toEqual({ lines: [], dropped: 0 })
    expect(JSON.stringify(await ask('fetch-log', { id }))).toContain('of day 1')
    const charts = () => ask('fetch-charts', { id })
    const totals = async () => ((await charts())['totalProfit'] as { profit: number[] }).profit
    const profits = async () => ((await charts())['cumulativeProfit'] as { profit: number[] }).profit
    expect(await profits()).toEqual([0])
    expect((await totals())[0]).toBe(0)
    const before = (await charts())['start'] as number
    expect(before).toBeLessThanOrEqual(begun - 86_400_000 + 60_000)
    ticks.keep(1.105)
    const [position] = await open()
    await socket.request(CHANNELS.brokers, 'close-position', { key: 'abcdefh', positionId: position?.id })
    await expect.poll(profits).toEqual([0, 48])
    // As the script recorded it; before its start, another one did.
    await database.pool.query(
      `insert into session_records (session_id, kind, n, time, body)
       select $1, 'curve', 1000000 + n, now() + n * interval '1 s',
         jsonb_build_object('time', jsonb_build_array(extract(epoch from now()) * 1000), 'equity', jsonb_build_array(equity))
       from (values (0, 9998), (1, 10048), (-86400, 9000)) row (n, equity)`,
      [id],
    )
    expect((await totals()).slice(-2)).toEqual([-2, 48])
    expect(await totals()).not.toContain(-1_000)
    const stranger = await new SocketClient(await signUp(server.url, `stranger${count}`)).opened()
    for (const name of ['fetch-charts', 'fetch-log-list', 'fetch-log', 'tail-log']) {
      const refused = await stranger.request(CHANNELS.tradingSessions, name, { id })
      expect(refused).toMatchObject({ ok: false, data: null, error: expect.stringContaining('not found') })
    }
    await stop(id)
    stranger.close()
    socket.close()
  })

  it('keeps its figures at its stop while the market moves on, and adds them up with those of its algorithm', async () => {
    const socket = await new SocketClient(user).opened()
    const { id, algorithmId } = await start(BUYS_ONCE)
    const open = async () => (await user.get(`/api/session/${id}/positions`)).json as { id: string }[]
    await expect.poll(open).toHaveLength(1)
    expect(await stop(id)).toMatchObject({ status: 200, json: { ended: null } })
    ticks.keep(1.105)
    const [atStop] = (await user.get(`/api/session/${id}/positions`)).json as { profit: number }[]
    const accountProfit = async () =>
      ((await user.get('/api/accounts')).json as { unrealisedProfit: number }[])[0]?.unrealisedProfit
    await expect.poll(accountProfit).toBe(48)
    expect(atStop?.profit).toBe(-2)
    expect(await open()).toMatchObject([{ profit: -2 }])
    expect(await sessionOf(id)).toMatchObject({ unrealisedProfit: -2, totalProfit: -2, percentageBalance: -0.02 })
    const totals = async () => (await user.get(`/api/algorithm/${algorithmId}/totals`)).json
    expect(await totals()).toMatchObject({
      activeSessions: 1,
      endedSessions: 0,
      currency: 'USD',
      openPositionCount: 1,
      realizedProfit: 0,
      unrealizedProfit: -2,
      unrealizedPips: -2,
    })
    socket.send({ type: 'subscribe', topic: 'tradingSessions' })
    const [position] = await open()
    await socket.request(CHANNELS.brokers, 'close-position', { key: 'abcdefi', positionId: position?.id })
    const figures = { openPositionCount: 0, closedPositionCount: 1, totalProfit: 48, unrealisedProfit: 0 }
    const session = { ...figures, status: 'Stopped', percentageBalance: 0.48, ended: expect.any(String) }
    await expect.poll(() => sessionOf(id)).toMatchObject(session)
    // Whoever looks at it is told.
    await expect.poll(() => JSON.stringify(socket.messages)).toContain('"totalProfit":48')
    const { ended, stopped } = (await sessionOf(id)) as { ended: string; stopped: string }
    expect(Date.parse(ended)).toBeGreaterThan(Date.parse(stopped))
    expect(await totals()).toEqual({
      activeSessions: 0,
      endedSessions: 1,
      currency: 'USD',
      openPositionCount: 0,
      closedPositionCount: 1,
      realizedProfit: 48,
      unrealizedProfit: 0,
      realizedPips: 48,
      unrealizedPips: 0,
    })
    const analysis = (await user.get(`/api/session/${id}/analysis`)).json as Record<string, never>
    const closed = { cumulativeProfit: [48], cumulativePips: [48] }
    expect(analysis).toMatchObject({ balance: { ...closed, balance: [10_048] }, byDirection: [{ n: 1, profit: 48 }] })
    expect((await user.get(`/api/algorithm/${algorithmId}/analysis`)).json).toMatchObject({
      balance: closed,
      equity: null,
      dailyReturn: null,
      byInstrument: [{ key: EURUSD, n: 1, profit: 48, pips: 48 }],
    })
    socket.close()
  })

  it('shows the positions of a period, and those around it', async () => {
    const { id } = await start(BUYS_ONCE)
    const open = async () => (await user.get(`/api/session/${id}/positions`)).json as { id: string; openTime: number }[]
    await expect.poll(open).toHaveLength(1)
    const [position] = await open()
    const opened = position?.openTime as number
    const windowOf = async (from: number, to: number, more = '') => {
      const period = `start=${new Date(from).toISOString()}&end=${new Date(to).toISOString()}`
      return (await user.get(`/api/session/${id}/positions/window?${period}${more}`)).json as object
    }
    expect(await windowOf(opened - 1_000, opened)).toEqual({ count: 0, positions: [] })
    expect(await windowOf(opened, opened + 1_000)).toMatchObject({ count: 1, positions: [{ id: position?.id }] })
    // It is open still.
    expect(await windowOf(opened + 60_000, opened + 90_000)).toMatchObject({ count: 1 })
    expect(await windowOf(opened, opened - 1_000)).toMatchObject({ message: 'The period ends before it starts' })
    const neighbor = async (time: number, direction: string) =>
      (await user.get(`/api/session/${id}/positions/neighbor?time=${time}&direction=${direction}`)).json
    expect(await neighbor(opened - 1, 'next')).toMatchObject({ position: { id: position?.id } })
    expect(await neighbor(opened, 'next')).toEqual({ position: null })
    expect(await neighbor(opened + 1, 'previous')).toMatchObject({ position: { id: position?.id } })
    await database.pool.query(
      `insert into positions (id, account_id, user_id, session_id, broker_id, broker, instrument_id, direction, quantity,
         open_price, close_price, open_time, close_time, status)
       select gen_random_uuid(), account_id, user_id, session_id, 'of the past ' || n, broker, instrument_id, direction,
         quantity, open_price, 1.2, open_time - interval '2 h', open_time - interval '1 h', 'CLOSED'
       from positions, generate_series(1, 101) n where broker_id = $1`,
      [position?.id],
    )
    const past = [opened - 7_300_000, opened - 3_500_000] as const
    expect(await windowOf(...past)).toEqual({ count: 101, positions: [] })
    expect(await windowOf(opened - 3_500_000, opened + 1)).toMatchObject({ count: 1 })
    await stop(id)
  })

  it('is refused with its reason, and what never ran leaves no trace', async () => {
    const right = await terms(BUYS_ONCE)
    const ask = async (more: object) => {
      const wanted = { ...right, ...more }
      return user.post(`/api/algorithms/${right.algorithmId}/sessions`, wanted)
    }
    const uuid = '01a21aea-5987-7efb-8aca-e2977009cb67'
    expect(await ask({ instrumentId: 'GBPUSD:NOWHERE' })).toMatchObject({ status: 400 })
    expect(await ask({ instrumentId: EURGBP })).toMatchObject({
      status: 400,
      text: expect.stringContaining('Conversion instruments not found: GBP to USD'),
    })
    expect(await ask({ interval: 'M99' })).toMatchObject({ status: 400 })
    expect(await ask({ brokerAccountId: uuid })).toMatchObject({ status: 404 })
    expect(await ask({ brokerConnectionId: uuid })).toMatchObject({ status: 400 })
    expect(await ask({ algorithmVersionId: uuid })).toMatchObject({ status: 404 })
    expect(await ask({ externals: { speed: 1 } })).toMatchObject({ status: 400 })
    const declares = await terms(`const externals = ['fast', { name: 'slow', defaultValue: 20 }]\n${BUYS_ONCE}`)
    expect(await user.post(`/api/algorithms/${declares.algorithmId}/sessions`, declares)).toMatchObject({
      status: 400,
      text: expect.stringContaining('Externals value not set: fast'),
    })
    const turn = (type: string, broker: string) =>
      database.pool.query('update broker_connections set type = $1, broker = $2 where id = $3', [
        type,
        broker,
        right.brokerConnectionId,
      ])
    await turn('live', 'BINANCE')
    const elsewhere = { status: 400, text: expect.stringContaining('This account does not trade EURUSD:TEST') }
    expect(await ask({})).toMatchObject(elsewhere)
    await turn('paper', 'PAPER')
    expect(await ask({ status: 'Stopped' })).toMatchObject({ status: 400 })
    expect((await user.get('/api/sessions/active')).json).toEqual([])
    expect(await user.get(`/api/session/${uuid}`)).toMatchObject({ status: 404 })
  })

  it('is refused an order that its account cannot carry, with all that the account holds', async () => {
    const socket = await new SocketClient(user).opened()
    const terms = {
      key: 'manual1',
      tag: 'test',
      instrumentId: EURUSD,
      direction: 'LONG',
      quantity: 300_000,
      price: 1.1,
    }
    expect(await socket.request(CHANNELS.brokers, 'open-position', terms)).toMatchObject({ ok: true })
    const open = async () => (await user.get('/api/positions/open')).json as object[]
    await expect.poll(open).toHaveLength(1)
    // 6,600 of about 10,000 are used; 200,000 more need 4,400.
    const { id } = await start(`
      let n = 0
      function onTick() {
        n += 1
        if (n === 1) buy({ quantity: 200000 })
      }
      function onOrder(order) {
        if (order.status === 'NEW') return
        log(order.quantity, order.status, order.reason)
        if (order.status === 'REJECTED') buy({ quantity: 100000 })
      }`)
    const log = async () => JSON.stringify(await socket.request(CHANNELS.tradingSessions, 'tail-log', { id }))
    await expect.poll(log).toContain('200000 REJECTED Not enough available margin')
    await expect.poll(log).toContain('100000 FILLED')
    await expect.poll(open).toHaveLength(2)
    await stop(id)
    socket.close()
  })

  it('converts its profit through a third market, as its account does', async () => {
    const [traded, rate] = ['EURJPY:TEST', 'USDJPY:TEST'].map((id) => new LiveTicks(server.dataDir, id))
    traded?.keep(160)
    rate?.keep(150)
    const script = `
      let bought = false
      function onTick(tick) {
        if (!bought) buy({ quantity: 10000 })
        bought = true
        if (tick.bid > 160.5) closeAll()
      }
      function onPositionClosed(position) { log('profit', position.profit.toFixed(4)) }`
    const { id } = await start(script, { instrumentId: 'EURJPY:TEST' })
    const open = async () => (await user.get(`/api/session/${id}/positions`)).json as object[]
    await expect.poll(open).toMatchObject([{ openPrice: 160.0002 }])
    traded?.keep(161)
    const closed = async () => (await user.get(`/api/session/${id}/positions/closed`)).json
    // 0.9998 x 10,000 yen at 150.0001.
    const profit = expect.closeTo(66.6533, 3)
    await expect.poll(closed).toMatchObject({ positions: [{ closePrice: 161, profit }] })
    const log = async () => {
      const { rows } = await database.pool.query('select message from session_logs where session_id = $1', [id])
      return rows.map(({ message }) => message as string)
    }
    await expect.poll(log).toContain('profit 66.6533')
    await stop(id)
    for (const writer of [traded, rate]) writer?.stop()
  })

  it('fails with the message of its script', async () => {
    const { id } = await start('function onTick() { throw new Error("nothing to do") }')
    await expect.poll(() => sessionOf(id)).toMatchObject({ status: 'Failed', stopped: expect.any(String) })
    expect((await sessionOf(id))['statusDetail']).toContain('nothing to do')
    expect(await user.call('PUT', `/api/session/${id}`, { status: 'Active' })).toMatchObject({ status: 400 })
  })

  it('resumes, starts fresh or stops after an interruption, as chosen', async () => {
    const log = async (id: unknown) => {
      const { rows } = await database.pool.query('select message from session_logs where session_id = $1 order by n', [
        id,
      ])
      return rows.map(({ message }) => message as string)
    }
    const began = (id: unknown) => expect.poll(() => log(id)).toContain('Started')
    const [stops, fresh, goesOn] = [
      await start(BUYS_ONCE, { resume: 'stop' }),
      await start(BUYS_ONCE, { resume: 'fresh' }),
      await start(BUYS_ONCE),
    ]
    for (const { id } of [stops, fresh, goesOn]) await began(id)
    const openOf = async (id: unknown) => (await user.get(`/api/session/${id}/positions`)).json as object[]
    const opened = () => openOf(fresh['id'])
    // Only what has bought already could buy twice.
    for (const { id } of [fresh, goesOn]) await expect.poll(() => openOf(id)).toHaveLength(1)
    expect(signalProcess('sessions')).toBe(1)
    await expect.poll(() => sessionOf(stops['id'])).toMatchObject({ status: 'Stopped', stopped: expect.any(String) })
    await expect.poll(() => log(fresh['id'])).toContain('Started fresh after an interruption')
    // It has taken over the first position, and buys again.
    await expect.poll(opened).toHaveLength(2)
    await expect.poll(() => sessionOf(fresh['id'])).toMatchObject({ openPositionCount: 2 })
    await expect.poll(() => log(goesOn['id'])).toContainEqual(expect.stringMatching(/^Continues after an interruption/))
    const { rows } = await database.pool.query(
      `select no from intents where session_id = $1 and kind = 'PLACE' and state not in ('UNSENT', 'DENIED')`,
      [goesOn['id']],
    )
    expect(rows).toHaveLength(1)
    for (const { id } of [fresh, goesOn]) await stop(id)
  })
})
