import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { BinanceSessions, ordersOnce, WITNESS } from '../../testing/binance-sessions.fixture.ts'

const BUYS = ordersOnce('buy({ quantity: 0.1 })')

let at: BinanceSessions
beforeAll(async () => {
  at = await BinanceSessions.open()
})
afterAll(() => at?.close())
beforeEach(() => at.market(60_000))

describe('a session on an account at Binance', () => {
  it('does not start where there is no account, or none that works', async () => {
    const id = '01a21aea-5987-7efb-8aca-e2977009cb67'
    const unknown = await at.start(BUYS, { brokerAccountId: id, brokerConnectionId: id })
    expect([unknown.status, unknown.text]).toEqual([404, expect.stringContaining('Account not found')])
    await at.connect()
    at.venue.lab.faults.add({ when: { connection: 'wsApi', times: 1_000 }, do: '503' })
    at.venue.lab.faults.add({ when: { connection: 'wsApi', time: at.venue.lab.clock.now() }, do: 'close' })
    const isConnected = () => at.isConnected()
    await expect.poll(isConnected).toBe(false)
    const refused = await at.start(BUYS)
    expect([refused.status, (refused.json as { message: string }).message]).toEqual([
      503,
      'Cannot start session - broker not connected',
    ])
    const noted = 'update broker_connections set connection_error = $1 where type = $2'
    await at.venue.database.pool.query(noted, ['Invalid API-key', 'live'])
    expect((await at.start(BUYS)).text).toContain('Could not connect to BINANCE - Invalid API-key')
    await at.venue.database.pool.query(noted, [null, 'live'])
    at.venue.lab.faults.clear()
    await expect.poll(isConnected).toBe(true)
    expect(await at.list('/api/sessions/active')).toEqual([])
  })

  it('orders, is filled, guarded and closed there, and its script hears of it', async () => {
    const own = at.coins()
    const id = await at.running(
      ordersOnce('buy({ quantity: 0.5, stopLoss: 59000.123, takeProfit: 61000 })', 'if (tick.bid >= 60500) closeAll()'),
    )
    // The fee of 0.1% was paid in coins.
    await expect.poll(() => at.positionsOf(id)).toMatchObject([{ sessionId: id, quantity: 0.4995 }])
    await expect.poll(() => at.linesOf(id)).toContain('opened 0.4995 60001')
    await expect
      .poll(() => at.guards())
      .toEqual([
        ['LIMIT_MAKER', 0.4995],
        ['STOP_LOSS', 0.4995],
      ])
    const [position] = await at.positionsOf(id)
    await expect.poll(() => at.positionsOf(id)).toMatchObject([{ unprotectedSince: null, stopLoss: 59_000.12 }])
    at.market(60_500)
    const costs = 0.0005 * 60_001 + 0.4995 * 60_500 * 0.001
    const profit = 0.4995 * (60_500 - 60_001) - costs
    await expect.poll(() => at.closedOf(id)).toMatchObject([{ id: position?.['id'], status: 'CLOSED' }])
    const [closed] = await at.closedOf(id)
    expect(closed?.['profit']).toBeCloseTo(profit, 6)
    await at.hears(id, /^closed 0.4995 60500 189.03\d* script$/)
    await expect.poll(() => at.sessionOf(id)).toMatchObject({ openPositionCount: 0, closedPositionCount: 1 })
    expect((await at.sessionOf(id))['totalProfit']).toBeCloseTo(profit, 6)
    // However often its script asked.
    expect(await at.statesOf(id)).toEqual(['PLACE FILLED', 'PROTECT DONE', 'CLOSE FILLED'])
    expect(at.coins()).toBeCloseTo(own, 10)
    await at.end(id)
  })

  it('hears of its stop at the venue; stopped, it leaves its position with its stop', async () => {
    const id = await at.running(
      ordersOnce(
        'buy({ quantity: 0.1, stopLoss: 59500 })',
        'if (tick.bid < 59500) { fell = true } else if (fell) { fell = false; wants = true }',
      ) + '\nlet fell = false',
    )
    await expect.poll(() => at.guards()).toEqual([['STOP_LOSS', 0.0999]])
    at.market(59_490)
    await at.hears(id, /^closed 0.0999 59490 -\d+\.\d+ stop-loss$/)
    expect(await at.closedOf(id)).toMatchObject([{ detail: 'stop-loss' }])
    at.market(60_000)
    await expect.poll(() => at.guards()).toEqual([['STOP_LOSS', 0.0999]])
    expect((await at.stop(id)).json).toMatchObject({ status: 'Stopped' })
    expect(await at.list('/api/sessions/active')).toMatchObject([{ id, status: 'Stopped' }])
    expect(await at.positionsOf(id)).toMatchObject([{ quantity: 0.0999, stopLoss: 59_500 }])
    expect(at.guards()).toEqual([['STOP_LOSS', 0.0999]])
    await at.end(id)
    expect(at.guards()).toEqual([])
  })

  it('takes back what it would still open once it is stopped, also where that is lost on the way', async () => {
    const id = await at.running(`
      function onTick() {
        if (orders.count > 0) return
        if (positions.count === 0) buy({ quantity: 0.1, stopLoss: 59500 })
        else buy({ quantity: 0.2, limitPrice: 58000, stopLoss: 57000 })
      }`)
    const [guard, entry] = [
      ['STOP_LOSS', 0.0999],
      ['LIMIT', 0.2],
    ]
    await expect.poll(() => at.guards().toSorted()).toEqual([entry, guard])
    at.venue.lab.faults.add({ when: { request: 'DELETE /api/v3/order' }, do: 'drop' })
    expect((await at.stop(id)).json).toMatchObject({ status: 'Stopped' })
    await expect.poll(() => at.guards()).toEqual([guard])
    expect(at.venue.lab.faults.happened.at(-1)?.do).toBe('drop')
    const states = async () => (await at.ordersOf(id)).map(({ type, status }) => `${String(type)} ${String(status)}`)
    await expect.poll(states).toContain('Limit CANCELED')
    expect(await at.positionsOf(id)).toMatchObject([{ quantity: 0.0999, stopLoss: 59_500 }])
    await at.end(id)
  })

  it('has a stop on what is filled after it was stopped, before its order could be taken back', async () => {
    const id = await at.running(ordersOnce('buy({ quantity: 0.1, limitPrice: 59000, stopLoss: 58000 })'))
    await expect.poll(() => at.guards()).toEqual([['LIMIT', 0.1]])
    at.venue.lab.faults.add({ when: { request: 'DELETE /api/v3/order', times: 1_000 }, do: '503' })
    expect((await at.stop(id)).json).toMatchObject({ status: 'Stopped' })
    at.market(58_990)
    await expect.poll(() => at.positionsOf(id)).toMatchObject([{ quantity: 0.0999, stopLoss: 58_000 }])
    await expect.poll(() => at.guards()).toEqual([['STOP_LOSS', 0.0999]])
    at.venue.lab.faults.clear()
    expect(await at.list('/api/sessions/active')).toMatchObject([{ id, status: 'Stopped' }])
    await at.end(id)
  })

  it('receives the reason why an order was not sent, and nothing is at the venue', async () => {
    const before = at.lab.orders.length
    const id = await at.running(
      `
      const wanted = [
        () => sell({ quantity: 0.1 }),
        () => buy({ quantity: 0.00008 }),
        () => buy({ quantity: 0.123456789 }),
        () => buy({ quantity: 5 }),
        () => buy({ quantity: 0.1, limitPrice: 59000.005 }),
        () => buy({ quantity: 0.1, reduceOnly: true }),
      ]
      let n = 0
      function onTick() {
        if (!wants) n += 1
        wants = false
        wanted[n]?.()
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
    for (const reason of reasons) await at.hears(id, reason)
    expect(at.lab.orders).toHaveLength(before)
    await at.end(id)
  })

  it('hears that the venue has refused an order', async () => {
    const answer = { status: 400, code: -2010, msg: 'This symbol is not permitted for this account.' }
    at.venue.lab.faults.add({ when: { request: 'POST /api/v3/order' }, do: 'refuse', answer })
    const id = await at.running(BUYS)
    await at.hears(id, /^BUY 0.1 REJECTED .*not permitted for this account/)
    expect(await at.statesOf(id)).toEqual(['PLACE REJECTED'])
    await at.end(id)
  })

  it('opens nothing while an order has no answer, which is shown, and has it once it is found', async () => {
    const { faults } = at.venue.lab
    faults.add({ when: { request: 'POST /api/v3/order' }, do: 'lostAck' })
    faults.add({ when: { message: 'executionReport*', times: 1_000 }, do: 'drop' })
    for (const path of ['order', 'openOrders', 'myTrades'])
      faults.add({ when: { request: `GET /api/v3/${path}`, times: 10_000 }, do: '503' })
    const before = at.lab.orders.length
    const id = await at.running(ordersOnce('buy({ quantity: 0.1 })', 'if (orders.count > 0) buy({ quantity: 0.2 })'))
    await expect.poll(() => at.ordersOf(id)).toMatchObject([{ status: 'UNKNOWN', quantity: 0.1 }])
    await at.hears(id, /^BUY 0.2 REJECTED /)
    faults.clear()
    await expect.poll(() => at.positionsOf(id)).toMatchObject([{ quantity: 0.0999 }])
    await at.hears(id, 'opened 0.0999 60001')
    expect(at.lab.orders).toHaveLength(before + 1)
    expect((await at.ordersOf(id)).map(({ status }) => status)).toEqual(['FILLED'])
    await at.end(id)
  })

  it('closes what it was left after fees, in whole steps', async () => {
    const id = await at.running(ordersOnce('buy({ quantity: 0.12345 })', 'if (positions.count > 0) closeAll()'))
    await at.hears(id, 'opened 0.12332 60001')
    await at.hears(id, /^closed 0.12332 /)
    await expect.poll(() => at.closedOf(id)).toMatchObject([{ quantity: 0.12332, status: 'CLOSED' }])
    const [closed] = await at.closedOf(id)
    const [, told = 'nothing'] = /^closed 0.12332 60000 (\S+)/.exec((await at.linesOf(id)).at(-1) ?? '') ?? []
    // A rest smaller than a step stays at the at.venue.
    expect(Math.abs(Number(told) - Number(closed?.['profit']))).toBeLessThan(0.001)
    await at.end(id)
  })
})
