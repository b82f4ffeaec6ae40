import { afterEach, describe, expect, it } from 'vitest'
import { type BinanceLab, type BinanceLabOptions, startBinanceLab } from '../binance/start-binance-lab.ts'
import { LabClock } from '../lab-clock.ts'
import { SigningClient, VENDOR_KEY } from '../testing/signing-client.fixture.ts'
import { StreamClient } from '../testing/stream-client.fixture.ts'
import type { Fault } from './fault.ts'

const NOON = Date.UTC(2026, 2, 2, 12)
const TRADES = 'btcusdt@trade'

let lab: BinanceLab
let client: SigningClient
afterEach(() => lab.stop())

async function start(faults: readonly Fault[], options: BinanceLabOptions = {}): Promise<void> {
  const accounts = [{ ...VENDOR_KEY, balances: { USDT: '100000', BTC: '2' } }]
  lab = await startBinanceLab({ clock: new LabClock(NOON), accounts, faults, ...options })
  client = new SigningClient(lab)
  lab.markets.quote('BTCUSDT', { bid: '60000.00', ask: '60001.00' })
  lab.markets.trade('BTCUSDT', '60000.50')
}

/** Sends numbered trades and returns the numbers that arrived, in order. */
async function pricesAfter(trades: number, ms = 0): Promise<readonly number[]> {
  const stream = await StreamClient.open(`${lab.streams}/ws/${TRADES}`)
  for (let price = 1; price <= trades; price++) lab.markets.trade('BTCUSDT', `${price}.00`)
  await lab.sockets.delivered()
  await lab.advanceTo(NOON + ms)
  return stream.messages.map(({ p }) => Number(p))
}

describe('the plan', () => {
  it.each<readonly [Fault, string]>([
    [{ when: { message: TRADES }, do: '429' }, '429 cannot happen here'],
    [{ when: { request: 'GET /api/v3/time' }, do: 'swap' }, 'swap cannot happen here'],
    [{ when: { connection: 'streams' }, do: 'lostAck' }, 'lostAck cannot happen here'],
    [{ when: { time: NOON }, do: 'close' }, 'close cannot happen here; possible are skew'],
    [{ when: {}, do: 'drop' }, 'A fault happens to'],
    [{ when: { message: TRADES, request: 'GET /api/v3/time' }, do: 'drop' }, 'A fault happens to'],
    [{ when: { request: 'GET /api/v3/time' }, do: 'refuse' }, 'refuse needs an answer'],
  ])('refuses what cannot happen: %o', async (fault, text) => {
    await start([])
    expect(() => lab.faults.add(fault)).toThrow(text)
  })

  it('tells what has happened', async () => {
    const [first, second]: readonly Fault[] = [
      { when: { message: TRADES, nth: 2 }, do: 'drop' },
      { when: { message: TRADES, nth: 20 }, do: 'drop' },
    ]
    const skew: Fault = { when: { time: NOON + 5 }, do: 'skew', ms: 700 }
    await start([])
    for (const fault of [first, second, skew]) if (fault !== undefined) lab.faults.add(fault)
    await pricesAfter(4, 10)
    expect(lab.faults.happened).toEqual([first, skew])
    expect(await (await fetch(`${lab.rest}/api/v3/time`)).json()).toEqual({ serverTime: NOON + 710 })
  })
})

describe('faults of messages', () => {
  const when = { message: TRADES, nth: 2 }
  it.each<readonly [Fault, readonly number[]]>([
    [{ when, do: 'drop' }, [1, 3, 4]],
    [{ when, do: 'duplicate' }, [1, 2, 2, 3, 4]],
    [{ when, do: 'swap' }, [1, 3, 2, 4]],
    [{ when, do: 'delay', ms: 50 }, [1, 3, 4, 2]],
    [{ when, do: 'stall' }, [1]],
    [{ when: { ...when, times: 2 }, do: 'drop' }, [1, 4]],
    [{ when: { message: 'btcusdt@*', nth: 2 }, do: 'drop' }, [1, 3, 4]],
    [{ when: { message: TRADES, time: NOON + 1 }, do: 'drop' }, [1, 2, 3, 4]],
  ])('lets %o happen to the second message', async (fault, prices) => {
    await start([])
    lab.faults.add(fault)
    expect(await pricesAfter(4, 100)).toEqual(prices)
  })

  it('loses messages by chance, the same ones for the same seed', async () => {
    const seen: (readonly number[])[] = []
    for (const seed of [7, 7, 8]) {
      await start([], { seed })
      lab.faults.add({ when: { message: TRADES, chance: 0.3 }, do: 'drop' })
      seen.push(await pricesAfter(40))
      if (seen.length < 3) await lab.stop()
    }
    const [first = [], second, third] = seen
    expect(first.length).toBeGreaterThan(15)
    expect(first.length).toBeLessThan(40)
    expect(second).toEqual(first)
    expect(third).not.toEqual(first)
  })

  it('sends what nobody can read, and what is far too long', async () => {
    await start([])
    lab.faults.add({ when: { message: TRADES }, do: 'garbage' })
    lab.faults.add({ when: { message: TRADES, nth: 2 }, do: 'oversized', bytes: 100_000 })
    const stream = await StreamClient.open(`${lab.streams}/ws/${TRADES}`)
    for (const price of ['1.00', '2.00', '3.00']) lab.markets.trade('BTCUSDT', price)
    const texts = stream.texts
    await expect.poll(() => texts.length).toBe(3)
    expect(() => JSON.parse(texts[0] ?? '')).toThrow(SyntaxError)
    expect(texts[1]?.length).toBeGreaterThan(100_000)
    expect(JSON.parse(texts[2] ?? '')).toMatchObject({ p: '3.00' })
  })

  it.each(['cut', 'close'] as const)('breaks the connection without a closing handshake: %s', async (kind) => {
    await start([])
    lab.faults.add({ when: { message: TRADES, nth: 2 }, do: kind })
    const stream = await StreamClient.open(`${lab.streams}/ws/${TRADES}`)
    for (const price of ['1.00', '2.00']) lab.markets.trade('BTCUSDT', price)
    await expect.poll(() => stream.closed).toBe(1006)
    expect(stream.messages).toHaveLength(1)
  })
})

describe('faults of connections', () => {
  it('refuses and breaks handshakes', async () => {
    await start([])
    for (const kind of ['503', '429', 'close'] as const) lab.faults.add({ when: { connection: 'streams' }, do: kind })
    const url = `${lab.streams}/ws`
    await expect(StreamClient.open(url)).rejects.toThrow('503')
    await expect(StreamClient.open(url)).rejects.toThrow('429')
    await expect(StreamClient.open(url)).rejects.toThrow('socket hang up')
    await StreamClient.open(url)
    expect(lab.sockets.accepted).toEqual({ streams: 1, wsApi: 0 })
  })

  it('completes the handshake and then sends pings only', async () => {
    await start([{ when: { connection: 'streams' }, do: 'stall' }])
    const stream = await StreamClient.open(`${lab.streams}/ws/${TRADES}`)
    let pings = 0
    stream.socket.on('ping', () => pings++)
    lab.markets.trade('BTCUSDT', '1.00')
    await lab.advanceTo(NOON + 41_000)
    expect(stream.messages).toEqual([])
    expect(pings).toBeGreaterThanOrEqual(2)
  })

  it('tells nobody that a connection is half open', async () => {
    await start([{ when: { connection: 'streams', time: NOON + 1000 }, do: 'halfOpen' }])
    const stream = await StreamClient.open(`${lab.streams}/ws/${TRADES}`)
    await lab.advanceTo(NOON + 1000)
    let pings = 0
    stream.socket.on('ping', () => pings++)
    lab.markets.trade('BTCUSDT', '1.00')
    stream.send({ method: 'LIST_SUBSCRIPTIONS', id: 1 })
    await lab.advanceTo(NOON + 200_000)
    expect([stream.messages, stream.closed, pings]).toEqual([[], null, 0])
  })

  it('announces a shutdown, and closes on clients that do not answer pings', async () => {
    await start([{ when: { connection: 'streams', time: NOON + 1000 }, do: 'serverShutdown' }])
    const stream = await StreamClient.open(`${lab.streams}/ws/${TRADES}`)
    await lab.advanceTo(NOON + 1000)
    expect(stream.messages).toEqual([{ e: 'serverShutdown', E: NOON + 1000 }])
    stream.socket.pong = () => {}
    lab.clock.advanceTo(NOON + 120_000)
    await expect.poll(() => stream.closed).toBe(1008)
  })
})

describe('faults of requests', () => {
  const ORDER = {
    side: 'BUY',
    type: 'LIMIT',
    timeInForce: 'GTC',
    price: '59000',
    quantity: '0.1',
    newClientOrderId: 'one',
  }
  const request = 'POST /api/v3/order'
  const orders = () => lab.accounts.get(VENDOR_KEY.apiKey).orders.length

  it.each([
    ['429', 429, { code: -1003 }, 0],
    ['418', 418, { code: -1003 }, 0],
    ['503', 503, { msg: 'Service Unavailable.' }, 0],
    ['unknown503', 503, { msg: 'Unknown error, please check your request or try again later.' }, 1],
    ['duplicateId', 400, { code: -2010, msg: 'Duplicate order sent.' }, 1],
  ] as const)('answers %s, and has carried the order out or not', async (kind, status, body, count) => {
    await start([{ when: { request }, do: kind, ms: 3000 }])
    const answer = await client.order(ORDER)
    expect(answer).toMatchObject({ status, body })
    if (status === 429 || status === 418) expect(answer.headers.get('retry-after')).toBe('3')
    expect(orders()).toBe(count)
    expect((await client.order({ ...ORDER, newClientOrderId: 'two' })).status).toBe(200)
  })

  it.each([
    ['lostAck', 1],
    ['cut', 1],
    ['drop', 0],
  ] as const)('breaks the connection with the order carried out or not: %s', async (kind, count) => {
    await start([{ when: { request }, do: kind }])
    await expect(client.order(ORDER)).rejects.toThrow()
    expect(orders()).toBe(count)
    expect(lab.requests.filter((name) => name === request)).toHaveLength(1)
  })

  it('answers late, or with what nobody can read, or as a firewall does', async () => {
    await start([
      { when: { request }, do: 'delay', ms: 11_000 },
      { when: { request, nth: 2 }, do: 'garbage' },
      { when: { request, nth: 3 }, do: '403' },
    ])
    let isAnswered = false
    const late = client.order(ORDER).then((answer) => ((isAnswered = true), answer))
    await expect.poll(orders).toBe(1)
    lab.clock.advanceTo(NOON + 10_999)
    expect(isAnswered).toBe(false)
    lab.clock.advanceTo(NOON + 11_000)
    expect((await late).status).toBe(200)
    await expect(client.order({ ...ORDER, newClientOrderId: 'two' })).rejects.toThrow(SyntaxError)
    await expect(client.order(ORDER)).rejects.toThrow(SyntaxError)
    expect(orders()).toBe(2)
  })

  it('answers with a code of the test, and has carried the order out or not', async () => {
    const answer = { status: 400, code: -1007, msg: 'Timeout waiting for response from backend server.' }
    await start([
      { when: { request }, do: 'refuse', answer },
      { when: { request, nth: 2 }, do: 'misreport', answer },
    ])
    const { status, ...body } = answer
    expect([await client.order(ORDER), orders()]).toMatchObject([{ status, body }, 0])
    expect([await client.order(ORDER), orders()]).toMatchObject([{ status, body }, 1])
  })

  it('does not know an order that is still on its way', async () => {
    await start([{ when: { request }, do: 'lateRequest', ms: 3000 }])
    const late = client.order(ORDER)
    await expect.poll(() => lab.faults.happened.length).toBe(1)
    const named = { symbol: 'BTCUSDT', origClientOrderId: 'one' }
    expect(await client.call('GET', '/api/v3/order', named)).toMatchObject({ body: { code: -2013 } })
    lab.clock.advanceTo(NOON + 3000)
    expect((await late).status).toBe(200)
    expect((await client.call('GET', '/api/v3/order', named)).body).toMatchObject({ status: 'NEW' })
  })

  it('refuses an order that arrives after its window', async () => {
    await start([{ when: { request }, do: 'lateRequest', ms: 6000 }])
    const late = client.order({ ...ORDER, recvWindow: '5000' })
    await expect.poll(() => lab.faults.happened.length).toBe(1)
    lab.clock.advanceTo(NOON + 6000)
    expect(await late).toMatchObject({ status: 400, body: { code: -1021 } })
    expect(orders()).toBe(0)
  })

  it('moves the clock of the venue', async () => {
    await start([{ when: { request: 'GET /api/v3/time' }, do: 'skew', ms: -2000 }])
    expect((await client.order(ORDER)).status).toBe(200)
    const time = await fetch(`${lab.rest}/api/v3/time`)
    expect(await time.json()).toEqual({ serverTime: NOON - 2000 })
    expect(await client.order(ORDER)).toMatchObject({ body: { code: -1021 } })
  })

  it('serves a book as it was some updates ago', async () => {
    const first = { lastUpdateId: 10, bids: [['100.00', '1']], asks: [['101.00', '1']] } as const
    await start([{ when: { request: 'GET /api/v3/depth' }, do: 'oldSnapshot', updates: 2 }], {
      books: { BTCUSDT: first },
    })
    for (const id of [11, 12, 13]) {
      const update = { e: 'depthUpdate', E: NOON, s: 'BTCUSDT', U: id, u: id, b: [[`${id}.00`, '1']], a: [] }
      lab.markets.publish('btcusdt@depth@100ms', update)
    }
    const book = async () => (await fetch(`${lab.rest}/api/v3/depth?symbol=BTCUSDT`)).json()
    expect(await book()).toMatchObject({
      lastUpdateId: 11,
      bids: [
        ['100.00', '1'],
        ['11.00', '1'],
      ],
    })
    expect(await book()).toMatchObject({ lastUpdateId: 13 })
  })
})

describe('faults of fills', () => {
  const BUY = { side: 'BUY', type: 'MARKET', quantity: '0.1' }
  const message = 'executionReport TRADE'
  const kinds = (events: StreamClient) => events.messages.slice(1).map(({ event }) => event?.['x'] ?? event?.['e'])

  it('executes an order and never tells the user stream', async () => {
    await start([{ when: { message }, do: 'lostFill' }])
    const events = await client.events()
    expect((await client.order(BUY)).body).toMatchObject({ status: 'FILLED' })
    await lab.sockets.delivered()
    expect(kinds(events)).toEqual(['NEW', 'outboundAccountPosition'])
  })

  it('tells it late', async () => {
    await start([{ when: { message }, do: 'lateFill', ms: 2000 }])
    const events = await client.events()
    await client.order(BUY)
    await lab.advanceTo(NOON + 1999)
    expect(kinds(events)).toEqual(['NEW', 'outboundAccountPosition'])
    await lab.advanceTo(NOON + 2000)
    expect(kinds(events)).toEqual(['NEW', 'outboundAccountPosition', 'TRADE'])
  })

  it('forgets what was planned once it is told to', async () => {
    await start([{ when: { message }, do: 'lostFill' }])
    lab.faults.clear()
    const events = await client.events()
    await client.order(BUY)
    await lab.sockets.delivered()
    expect(kinds(events)).toEqual(['NEW', 'TRADE', 'outboundAccountPosition'])
  })
})
