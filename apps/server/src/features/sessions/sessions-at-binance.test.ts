import { CHANNELS } from '@tradeloom/contracts'
import { verifyAccount } from '@tradeloom/database'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { BinanceServer } from '../../testing/binance-server.fixture.ts'

const COIN = 'BTCUSDT:BINANCE'
const KEY = { apiKey: 'keyofthesessionskeyofthesessions12', secret: 'a secret of the sessions' }
const PATIENCE = { timeout: 60_000 }

let venue: BinanceServer
let count = 0
beforeAll(async () => {
  venue = await BinanceServer.start([{ ...KEY, balances: { USDT: '200000' } }])
  await venue.priced()
}, 120_000)
afterAll(() => venue?.stop())
beforeEach(() => market(60_000))

/** Offers and a trade: what waits for a price looks at trades. */
function market(bid: number): void {
  venue.quote(bid)
  venue.lab.markets.trade('BTCUSDT', `${bid}.00`)
}

const lab = () => venue.lab.accounts.get(KEY.apiKey)
const openAtVenue = () => lab().orders.filter(({ status }) => status === 'NEW' || status === 'PARTIALLY_FILLED')

async function start(script: string, more: object = {}) {
  const account = (await venue.account()) as { id: string; connectionId: string } | undefined
  count += 1
  const { id: algorithmId } = (await venue.user.post('/api/algorithms', { name: `Script ${count}` })).json as {
    id: string
  }
  const saved = await venue.user.post(`/api/algorithms/${algorithmId}/versions`, { script, message: 'test' })
  return venue.user.post(`/api/algorithms/${algorithmId}/sessions`, {
    algorithmId,
    algorithmVersionId: (saved.json as { id: string }).id,
    brokerConnectionId: account?.connectionId,
    brokerAccountId: account?.id,
    instrumentId: COIN,
    interval: 'M1',
    status: 'Active',
    ...more,
  })
}

async function running(script: string, more: object = {}): Promise<string> {
  const created = await start(script, more)
  expect(created.status, created.text).toBe(200)
  return (created.json as { id: string }).id
}

const list = async (path: string) => (await venue.user.get(path)).json as Record<string, unknown>[]
const positionsOf = (id: string) => list(`/api/session/${id}/positions`)
const ordersOf = (id: string) => list(`/api/session/${id}/orders`)
const closedOf = async (id: string) =>
  ((await venue.user.get(`/api/session/${id}/positions/closed`)).json as { positions: Record<string, unknown>[] })
    .positions
const sessionOf = async (id: string) => (await venue.user.get(`/api/session/${id}`)).json as Record<string, unknown>
const stop = (id: string) => venue.user.call('PUT', `/api/session/${id}`, { status: 'Stopped' })
async function linesOf(id: string): Promise<string[]> {
  const query = 'select message from session_logs where session_id = $1 order by n'
  const { rows } = await venue.database.pool.query<{ message: string }>(query, [id])
  return rows.map(({ message }) => message)
}

const intentsOf = async (id: string) => {
  const query = 'select kind, state, reason, payload from intents where session_id = $1 order by no'
  return (await venue.database.pool.query<{ kind: string; state: string; reason: string | null }>(query, [id])).rows
}
const statesOf = async (id: string) => (await intentsOf(id)).map(({ kind, state }) => `${kind} ${state}`)
const guards = () => openAtVenue().map(({ type, quantity }) => [type, Number(quantity) / 1e8])
const isLine = (line: string, wanted: string | RegExp): boolean =>
  typeof wanted === 'string' ? line === wanted : wanted.test(line)
/** Waits until the log has a line. */
const hears = (id: string, wanted: string | RegExp) =>
  expect
    .poll(async () => {
      const lines = await linesOf(id)
      return lines.some((line) => isLine(line, wanted)) ? wanted : lines
    }, PATIENCE)
    .toBe(wanted)
const coins = (): number => {
  const { free, locked } = lab().balance('BTC')
  return Number(free) + Number(locked)
}

/** Stops a session and closes what it has left open. */
async function end(id: string): Promise<void> {
  await stop(id)
  for (const { id: positionId } of await positionsOf(id)) {
    keys += 1
    const closing = { key: `c${String(keys).padStart(6, '0')}`, positionId }
    await venue.socket.request(CHANNELS.brokers, 'close-position', closing)
  }
  await expect.poll(() => positionsOf(id), PATIENCE).toEqual([])
  expect(await verifyAccount(venue.database.db, (await venue.account())?.id ?? '')).toEqual([])
}
let keys = 0

/** Says what it hears. Orders are refused while prices are caught up with that came during the start: `wants` is set anew. */
const WITNESS = `
  let wants = true
  function onPositionOpened({ quantity, openPrice }) { log('opened', quantity, openPrice) }
  function onPositionClosed({ quantity, closePrice, profit, closeReason }) {
    log('closed', quantity, closePrice, profit, closeReason)
  }
  function onOrder({ side, quantity, status, reason }) {
    if (status === 'REJECTED' && /^Prices that were missed/.test(reason)) wants = true
    else log(side, quantity, status, reason)
  }`

/** Orders once. */
const once = (order: string, more = ''): string => `
  function onTick(tick) {
    if (wants) {
      wants = false
      ${order}
    }
    ${more}
  }
  ${WITNESS}`
const BUYS = once('buy({ quantity: 0.1 })')

describe('a session on an account at Binance', { timeout: 240_000 }, () => {
  it('does not start where there is no account, or none that works', async () => {
    const id = '01a21aea-5987-7efb-8aca-e2977009cb67'
    const unknown = await start(BUYS, { brokerAccountId: id, brokerConnectionId: id })
    expect([unknown.status, unknown.text]).toEqual([404, expect.stringContaining('Account not found')])
    expect((await venue.addKey(KEY.apiKey, KEY.secret)).json).toMatchObject({ connected: true })
    await expect.poll(() => venue.account(), PATIENCE).toMatchObject({ balance: 200_000 })
    venue.lab.faults.add({ when: { connection: 'wsApi', times: 1_000 }, do: '503' })
    venue.lab.faults.add({ when: { connection: 'wsApi', time: venue.lab.clock.now() }, do: 'close' })
    const isConnected = async () => ((await venue.account()) as { connected?: boolean } | undefined)?.connected
    await expect.poll(isConnected, PATIENCE).toBe(false)
    const refused = await start(BUYS)
    expect([refused.status, (refused.json as { message: string }).message]).toEqual([
      503,
      'Cannot start session - broker not connected',
    ])
    const noted = 'update broker_connections set connection_error = $1 where type = $2'
    await venue.database.pool.query(noted, ['Invalid API-key', 'live'])
    expect((await start(BUYS)).text).toContain('Could not connect to BINANCE - Invalid API-key')
    await venue.database.pool.query(noted, [null, 'live'])
    venue.lab.faults.clear()
    await expect.poll(isConnected, PATIENCE).toBe(true)
    expect(await list('/api/sessions/active')).toEqual([])
  })

  it('orders, is filled, guarded and closed there, and its script hears of it', async () => {
    const own = coins()
    const id = await running(
      once('buy({ quantity: 0.5, stopLoss: 59000.123, takeProfit: 61000 })', 'if (tick.bid >= 60500) closeAll()'),
    )
    // The fee of 0.1% was paid in coins.
    await expect.poll(() => positionsOf(id), PATIENCE).toMatchObject([{ sessionId: id, quantity: 0.4995 }])
    await expect.poll(() => linesOf(id), PATIENCE).toContain('opened 0.4995 60001')
    await expect.poll(guards, PATIENCE).toEqual([
      ['LIMIT_MAKER', 0.4995],
      ['STOP_LOSS', 0.4995],
    ])
    const [position] = await positionsOf(id)
    await expect.poll(() => positionsOf(id), PATIENCE).toMatchObject([{ unprotectedSince: null, stopLoss: 59_000.12 }])
    market(60_500)
    const costs = 0.0005 * 60_001 + 0.4995 * 60_500 * 0.001
    const profit = 0.4995 * (60_500 - 60_001) - costs
    await expect.poll(() => closedOf(id), PATIENCE).toMatchObject([{ id: position?.['id'], status: 'CLOSED' }])
    const [closed] = await closedOf(id)
    expect(closed?.['profit']).toBeCloseTo(profit, 6)
    await hears(id, /^closed 0.4995 60500 189.03\d* script$/)
    await expect.poll(() => sessionOf(id), PATIENCE).toMatchObject({ openPositionCount: 0, closedPositionCount: 1 })
    expect((await sessionOf(id))['totalProfit']).toBeCloseTo(profit, 6)
    // However often its script asked.
    expect(await statesOf(id)).toEqual(['PLACE FILLED', 'PROTECT DONE', 'CLOSE FILLED'])
    expect(coins()).toBeCloseTo(own, 10)
    await end(id)
  })

  it('hears of its stop at the venue; stopped, it leaves its position with its stop', async () => {
    const id = await running(
      once(
        'buy({ quantity: 0.1, stopLoss: 59500 })',
        'if (tick.bid < 59500) { fell = true } else if (fell) { fell = false; wants = true }',
      ) + '\nlet fell = false',
    )
    await expect.poll(guards, PATIENCE).toEqual([['STOP_LOSS', 0.0999]])
    market(59_490)
    await hears(id, /^closed 0.0999 59490 -\d+\.\d+ stop-loss$/)
    expect(await closedOf(id)).toMatchObject([{ detail: 'stop-loss' }])
    market(60_000)
    await expect.poll(guards, PATIENCE).toEqual([['STOP_LOSS', 0.0999]])
    expect((await stop(id)).json).toMatchObject({ status: 'Stopped' })
    expect(await list('/api/sessions/active')).toMatchObject([{ id, status: 'Stopped' }])
    expect(await positionsOf(id)).toMatchObject([{ quantity: 0.0999, stopLoss: 59_500 }])
    expect(guards()).toEqual([['STOP_LOSS', 0.0999]])
    await end(id)
    expect(guards()).toEqual([])
  })

  it('is told why an order was not sent, and nothing is at the venue', async () => {
    const before = lab().orders.length
    const id = await running(
      `
      const wanted = [
        () => sell({ quantity: 0.1 }),
        () => buy({ quantity: 0.00008 }),
        () => buy({ quantity: 0.123456789 }),
        () => buy({ quantity: 5 }),
        () => buy({ quantity: 0.1, limitPrice: 59000.005 }),
        () => buy({ quantity: 0.1, reduceOnly: true }),
      ]
      let at = 0
      function onTick() {
        if (!wants) at += 1
        wants = false
        wanted[at]?.()
      }
      ${WITNESS}`,
      { inFlight: 'any' },
    )
    const reasons = [
      'SELL 0.1 REJECTED There are no short positions at spot markets',
      'BUY 0.00008 REJECTED Minimum order value for BTC/USDT is 5 USDT',
      /^BUY 0.123456789 REJECTED .*multiple of 0.00001/,
      'BUY 5 REJECTED Not enough available margin',
      'BUY 0.1 REJECTED Prices of BTC/USDT are multiples of 0.01',
      'BUY 0.1 REJECTED Orders that only reduce are not possible at spot markets: close the position',
    ]
    for (const reason of reasons) await hears(id, reason)
    expect(lab().orders).toHaveLength(before)
    await end(id)
  })

  it('hears that the venue has refused an order', async () => {
    const answer = { status: 400, code: -2010, msg: 'This symbol is not permitted for this account.' }
    venue.lab.faults.add({ when: { request: 'POST /api/v3/order' }, do: 'refuse', answer })
    const id = await running(BUYS)
    await hears(id, /^BUY 0.1 REJECTED .*not permitted for this account/)
    expect(await statesOf(id)).toEqual(['PLACE REJECTED'])
    await end(id)
  })

  it('opens nothing while an order has no answer, which is shown, and has it once it is found', async () => {
    const { faults } = venue.lab
    faults.add({ when: { request: 'POST /api/v3/order' }, do: 'lostAck' })
    faults.add({ when: { message: 'executionReport*', times: 1_000 }, do: 'drop' })
    for (const path of ['order', 'openOrders', 'myTrades'])
      faults.add({ when: { request: `GET /api/v3/${path}`, times: 10_000 }, do: '503' })
    const before = lab().orders.length
    const id = await running(once('buy({ quantity: 0.1 })', 'if (orders.count > 0) buy({ quantity: 0.2 })'))
    await expect.poll(() => ordersOf(id), PATIENCE).toMatchObject([{ status: 'UNKNOWN', quantity: 0.1 }])
    await hears(id, /^BUY 0.2 REJECTED /)
    faults.clear()
    await expect.poll(() => positionsOf(id), PATIENCE).toMatchObject([{ quantity: 0.0999 }])
    await hears(id, 'opened 0.0999 60001')
    expect(lab().orders).toHaveLength(before + 1)
    expect((await ordersOf(id)).map(({ status }) => status)).toEqual(['FILLED'])
    await end(id)
  })

  it('closes what it was left after fees, in whole steps', async () => {
    const id = await running(once('buy({ quantity: 0.12345 })', 'if (positions.count > 0) closeAll()'))
    await hears(id, 'opened 0.12332 60001')
    await hears(id, /^closed 0.12332 /)
    await expect.poll(() => closedOf(id), PATIENCE).toMatchObject([{ quantity: 0.12332, status: 'CLOSED' }])
    const [closed] = await closedOf(id)
    const [, told = 'nothing'] = /^closed 0.12332 60000 (\S+)/.exec((await linesOf(id)).at(-1) ?? '') ?? []
    // A rest smaller than a step stays at the venue.
    expect(Math.abs(Number(told) - Number(closed?.['profit']))).toBeLessThan(0.001)
    await end(id)
  })
})
