import { afterEach, describe, expect, it } from 'vitest'
import type { Fault } from '../faults/fault.ts'
import { arrived, type LineClient, OandaClient } from '../testing/oanda-client.fixture.ts'
import { type OandaLab, type OandaLabOptions, startOandaLab } from './start-oanda-lab.ts'

let lab: OandaLab
let client: OandaClient
afterEach(() => lab.stop())

async function start(faults: readonly Fault[] = [], options: OandaLabOptions = {}): Promise<void> {
  lab = await startOandaLab({ faults, ...options })
  client = new OandaClient(lab)
  lab.quote('EUR_USD', '1.10000', '1.10010')
}

const PLACE = 'POST /v3/accounts/{accountID}/orders'
const WAITING = { type: 'LIMIT', units: '1000', price: '1.09000', clientExtensions: { id: 'mine' } }
const placed = (): number => lab.account().orders.length

describe('requests that go wrong', () => {
  it.each<readonly [Fault['do'], number, string, number]>([
    ['429', 429, 'The rate of requests exceeds the limit', 0],
    ['403', 403, 'The provided request was forbidden.', 0],
    ['503', 503, 'Service Unavailable', 0],
    ['unknown503', 502, 'Bad Gateway', 1],
    ['duplicateId', 400, 'The Client Order ID is in use', 1],
  ])('answers %s by %i, and places an order or does not', async (fault, status, errorMessage, orders) => {
    await start([{ when: { request: PLACE }, do: fault }])
    const answer = await fetch(`${lab.rest}/v3/accounts/${lab.account().id}/orders`, {
      method: 'POST',
      headers: { authorization: `Bearer ${lab.token}` },
      body: JSON.stringify({ order: { instrument: 'EUR_USD', ...WAITING } }),
    })
    expect([answer.status, await answer.json()]).toMatchObject([status, { errorMessage }])
    expect(placed()).toBe(orders)
    expect(lab.orderNames).toEqual(['mine'])
  })

  it.each<readonly [string, Fault['do'], number]>([
    ['before the order is placed', 'drop', 0],
    ['after it', 'lostAck', 1],
    ['in the middle of the answer', 'cut', 1],
    ['with an answer that nobody can read', 'garbage', 1],
  ])('breaks off %s', async (_case, fault, orders) => {
    await start([{ when: { request: PLACE }, do: fault }])
    await expect(client.order(WAITING)).rejects.toThrow()
    expect(placed()).toBe(orders)
  })

  it('answers late, or hears of an order late', async () => {
    await start([
      { when: { request: PLACE }, do: 'delay', ms: 11_000 },
      { when: { request: PLACE, nth: 2 }, do: 'lateRequest', ms: 3000 },
    ])
    const [first, second] = [client.order(WAITING), client.order({ ...WAITING, clientExtensions: { id: 'second' } })]
    await arrived(lab, 2)
    expect((await client.call('GET', '/orders/@mine')).status).toBe(200)
    expect((await client.call('GET', '/orders/@second')).status).toBe(404)
    lab.clock.advanceTo(lab.clock.now() + 11_000)
    expect([(await first).status, (await second).status]).toEqual([201, 201])
  })

  it('reports what is not true, in the words of the test', async () => {
    const answer = { status: 520, code: 'UNHEARD_OF', msg: 'A web server error' }
    await start([
      { when: { request: PLACE }, do: 'misreport', answer },
      { when: { request: 'GET /v3/accounts' }, do: 'refuse', answer },
    ])
    expect(await client.order(WAITING)).toEqual({
      status: 520,
      body: { errorCode: 'UNHEARD_OF', errorMessage: 'A web server error' },
    })
    expect(placed()).toBe(1)
    expect((await client.call('GET', '/v3/accounts')).status).toBe(520)
  })

  it('refuses the next order for any reason, or creates it and cancels it', async () => {
    await start()
    lab.account().nextOrder = { how: 'reject', reason: 'INTERNAL_SERVER_ERROR' }
    expect(await client.order(WAITING)).toMatchObject({ status: 400, body: { errorCode: 'INTERNAL_SERVER_ERROR' } })
    lab.account().nextOrder = { how: 'cancel', reason: 'DIVIDEND_ADJUSTMENT_REPLACED' }
    expect(await client.order(WAITING)).toMatchObject({
      status: 201,
      body: { orderCancelTransaction: { reason: 'DIVIDEND_ADJUSTMENT_REPLACED' } },
    })
    expect((await client.order(WAITING)).body).not.toHaveProperty('orderCancelTransaction')
  })

  it('counts requests, and remembers those that came although they were forbidden', async () => {
    await start([{ when: { request: 'GET /v3/accounts', nth: 2 }, do: '429', ms: 5000 }], { requestsPerSecond: 3 })
    const status = async (): Promise<number> => (await client.call('GET', '/v3/accounts')).status
    expect([await status(), await status(), await status(), await status(), await status()]).toEqual([
      200, 429, 200, 200, 429,
    ])
    expect(lab.forbidden).toHaveLength(3)
    lab.clock.advanceTo(lab.clock.now() + 1000)
    expect(await status()).toBe(200)
  })

  it('takes a key no longer, and ends its streams', async () => {
    await start()
    const stream = await client.stream('transactions')
    lab.revoke(lab.token)
    await stream.closed()
    expect(lab.lines.open('transactions')).toBe(0)
    expect((await client.call('GET', '/summary')).status).toBe(401)
  })

  it('has a clock that may go ahead', async () => {
    await start([{ when: { time: Date.UTC(2026, 2, 2, 12, 0, 1) }, do: 'skew', ms: 2000 }])
    lab.clock.advanceTo(lab.clock.now() + 1000)
    expect((await client.call('GET', '/pricing?instruments=EUR_USD')).body).toMatchObject({
      time: '2026-03-02T12:00:03.000000000Z',
    })
  })

  it('does not know the paths of streams at the address of requests, nor those of requests at that of streams', async () => {
    await start()
    const headers = { authorization: `Bearer ${lab.token}` }
    const path = `/v3/accounts/${lab.account().id}`
    expect((await fetch(`${lab.rest}${path}/pricing/stream?instruments=EUR_USD`, { headers })).status).toBe(404)
    expect((await fetch(`${lab.streams}${path}/summary`, { headers })).status).toBe(404)
  })
})

describe('streams that go wrong', () => {
  /** Bids of the prices that arrived, of four. */
  async function bidsAfterFour(stream: LineClient, lines: number): Promise<readonly string[]> {
    for (const last of [1, 2, 3, 4]) lab.quote('EUR_USD', `1.1000${last}`, '1.10010')
    await stream.count(lines)
    stream.close()
    return stream.messages.map(({ closeoutBid }) => String(closeoutBid).slice(-1))
  }
  const QUERY = '?instruments=EUR_USD&snapshot=false'
  const message = 'PRICE EUR_USD'

  it.each<readonly [Fault['do'], readonly string[]]>([
    ['drop', ['1', '3', '4']],
    ['duplicate', ['1', '2', '2', '3', '4']],
    ['swap', ['1', '3', '2', '4']],
  ])('lets %s happen to the second of four lines', async (fault, arrives) => {
    await start([{ when: { message, nth: 2 }, do: fault }])
    expect(await bidsAfterFour(await client.stream('pricing', QUERY), arrives.length)).toEqual(arrives)
  })

  it('sends a line late', async () => {
    await start([{ when: { message, nth: 2 }, do: 'delay', ms: 1000 }])
    const stream = await client.stream('pricing', QUERY)
    for (const last of [1, 2, 3]) lab.quote('EUR_USD', `1.1000${last}`, '1.10010')
    lab.clock.advanceTo(lab.clock.now() + 1000)
    await stream.count(3)
    expect(stream.messages.map(({ closeoutBid }) => closeoutBid)).toEqual(['1.10001', '1.10003', '1.10002'])
    stream.close()
  })

  it('breaks off in the middle of a line', async () => {
    await start([{ when: { message }, do: 'cut' }])
    const stream = await client.stream('pricing', QUERY)
    lab.quote('EUR_USD', '1.10001', '1.10010')
    await stream.closed()
    expect(stream.texts).toEqual([])
    expect(lab.lines.open('pricing')).toBe(0)
  })

  it.each<readonly [Fault['do'], number]>([
    ['garbage', 100],
    ['oversized', 4_000_000],
  ])('sends a line that is %s', async (fault, least) => {
    await start([{ when: { message }, do: fault }])
    const stream = await client.stream('pricing', QUERY)
    lab.quote('EUR_USD', '1.10001', '1.10010')
    while (stream.texts.length === 0) await stream.count(1).catch(() => {})
    expect(stream.texts[0]?.length).toBeGreaterThan(least)
    stream.close()
  })

  it.each<readonly [Fault['do'], readonly string[]]>([
    ['stall', ['HEARTBEAT', 'HEARTBEAT']],
    ['halfOpen', []],
  ])('falls silent by a %s, while the other stream goes on', async (fault, types) => {
    await start([{ when: { connection: 'pricing', time: Date.UTC(2026, 2, 2, 12, 0, 1) }, do: fault }])
    const [prices, journal] = [await client.stream('pricing', QUERY), await client.stream('transactions')]
    lab.clock.advanceTo(lab.clock.now() + 1000)
    lab.quote('EUR_USD', '1.10001', '1.10010')
    lab.deposit('1')
    lab.clock.advanceTo(lab.clock.now() + 9000)
    await journal.count(3)
    await prices.count(types.length)
    expect(journal.messages.map(({ type }) => type)).toEqual(['TRANSFER_FUNDS', 'HEARTBEAT', 'HEARTBEAT'])
    expect(prices.messages.map(({ type }) => type)).toEqual(types)
    expect([prices.isClosed, lab.lines.open('pricing'), lab.lines.sent]).toEqual([false, 1, 3 + types.length])
    prices.close()
    journal.close()
  })

  it.each<readonly [Fault['do'], number | null]>([
    ['close', null],
    ['429', 429],
    ['503', 503],
  ])('refuses a new stream by %s, and takes the next one', async (fault, status) => {
    await start([{ when: { connection: 'transactions' }, do: fault }])
    if (status === null) await expect(client.stream('transactions')).rejects.toThrow()
    else expect((await client.stream('transactions')).status).toBe(status)
    const stream = await client.stream('transactions')
    expect([stream.status, lab.lines.accepted]).toEqual([200, { pricing: 0, transactions: 1 }])
    stream.close()
  })

  it('has twenty streams for one key', async () => {
    await start()
    const streams = await Promise.all(Array.from({ length: 20 }, () => client.stream('transactions')))
    expect((await client.stream('transactions')).status).toBe(429)
    for (const stream of streams) stream.close()
  })

  it('refuses a fault that cannot happen to lines', async () => {
    await start([{ when: { message }, do: 'serverShutdown' }])
    const stream = await client.stream('pricing', QUERY)
    expect(() => lab.quote('EUR_USD', '1.10001', '1.10010')).toThrow('serverShutdown does not happen to lines')
    stream.close()
  })
})
