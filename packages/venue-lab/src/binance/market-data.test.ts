import { gunzipSync } from 'node:zlib'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, inject, it } from 'vitest'
import { LabClock } from '../lab-clock.ts'
import { SPOT_CAPTURE } from '../testing/spot-capture.fixture.ts'
import { StreamClient } from '../testing/stream-client.fixture.ts'
import { type BinanceLab, type BinanceLabOptions, startBinanceLab } from './start-binance-lab.ts'

if (SPOT_CAPTURE === null) console.warn('../shared/data is absent: the replay of recorded messages is not tested.')

let lab: BinanceLab
afterEach(() => lab.stop())

async function start(options: BinanceLabOptions = {}): Promise<BinanceLab> {
  return (lab = await startBinanceLab(options))
}

async function get(path: string): Promise<{ status: number; body: never; headers: Headers }> {
  const answer = await fetch(`${lab.rest}${path}`)
  return { status: answer.status, body: (await answer.json()) as never, headers: answer.headers }
}

function trade(
  time: number,
  id: number,
  price: string,
  quantity: string,
): { time: number; stream: string; data: string } {
  const data = { e: 'trade', E: time, s: 'BTCUSDT', t: id, p: price, q: quantity, T: time, m: id % 2 === 0, M: true }
  return { time, stream: 'btcusdt@trade', data: JSON.stringify(data) }
}

const NOON = Date.UTC(2026, 2, 2, 12)

describe('REST of market data', () => {
  it('tells the time of its clock and lists its symbols with filters and limits', async () => {
    await start({ clock: new LabClock(NOON) })
    expect((await get('/api/v3/time')).body).toEqual({ serverTime: NOON })
    const info = await get('/api/v3/exchangeInfo')
    expect(info.body).toMatchObject({
      serverTime: NOON,
      rateLimits: expect.arrayContaining([expect.objectContaining({ rateLimitType: 'REQUEST_WEIGHT', limit: 6000 })]),
      symbols: [
        {
          symbol: 'BTCUSDT',
          status: 'TRADING',
          filters: expect.arrayContaining([
            { filterType: 'LOT_SIZE', minQty: '0.00001000', maxQty: '9000.00000000', stepSize: '0.00001000' },
          ]),
        },
      ],
    })
    expect(info.headers.get('x-mbx-used-weight-1m')).toBe('21')
  })

  it.each([
    ['/api/v3/depth?symbol=NOPE', 400, { code: -1121, msg: 'Invalid symbol.' }],
    ['/api/v3/depth', 400, { code: -1102, msg: expect.stringContaining("'symbol'") }],
    ['/api/v3/klines?symbol=BTCUSDT&interval=7m', 400, { code: -1120, msg: 'Invalid interval.' }],
    ['/api/v3/depth?symbol=BTCUSDT&limit=x', 400, { code: -1100, msg: expect.stringContaining("'limit'") }],
    ['/api/v3/time?more=1', 400, { code: -1104, msg: expect.stringContaining("was sent '1'") }],
  ])('refuses %s with the code of the venue', async (path, status, body) => {
    await start()
    expect(await get(path)).toMatchObject({ status, body })
  })

  it('makes candles and the day from trades, with empty minutes and the forming one', async () => {
    const clock = new LabClock(NOON)
    const frames = [
      trade(NOON + 1000, 1, '100.00', '1'),
      trade(NOON + 2000, 2, '104.00', '0.5'),
      trade(NOON + 150_000, 3, '98.00', '2'),
    ]
    await start({ clock, frames })
    clock.advanceTo(NOON + 170_000)
    const candles = await get('/api/v3/klines?symbol=BTCUSDT&interval=1m')
    const row = (start: number, ...rest: readonly unknown[]) => [
      start,
      ...rest.slice(0, 5),
      start + 59_999,
      ...rest.slice(5),
      '0',
    ]
    const zero = '0.00000000'
    expect(candles.body).toEqual([
      row(
        NOON,
        '100.00000000',
        '104.00000000',
        '100.00000000',
        '104.00000000',
        '1.50000000',
        '152.00000000',
        2,
        '1.00000000',
        '100.00000000',
      ),
      row(NOON + 60_000, '104.00000000', '104.00000000', '104.00000000', '104.00000000', zero, zero, 0, zero, zero),
      row(
        NOON + 120_000,
        '98.00000000',
        '98.00000000',
        '98.00000000',
        '98.00000000',
        '2.00000000',
        '196.00000000',
        1,
        '2.00000000',
        '196.00000000',
      ),
    ])
    expect((await get(`/api/v3/klines?symbol=BTCUSDT&interval=1m&startTime=${NOON}&limit=1`)).body).toHaveLength(1)
    expect((await get('/api/v3/ticker/24hr?symbol=BTCUSDT')).body).toMatchObject({
      priceChange: '-2.00000000',
      priceChangePercent: '-2.000',
      lastPrice: '98.00000000',
      highPrice: '104.00000000',
      volume: '3.50000000',
      count: 3,
    })
  })

  it('changes its book by later updates only', async () => {
    const book = { lastUpdateId: 10, bids: [['100.00', '1']], asks: [['101.00', '1']] } as const
    await start({ books: { BTCUSDT: book } })
    const update = (U: number, u: number, bids: readonly (readonly [string, string])[]) =>
      lab.markets.publish('btcusdt@depth@100ms', { e: 'depthUpdate', E: NOON, s: 'BTCUSDT', U, u, b: bids, a: [] })
    update(8, 10, [['99.00', '5']])
    expect(await bookOf(lab)).toEqual(book)
    const bids = [
      ['100.00', '0.00000000'],
      ['98.00', '7'],
    ] as const
    update(9, 12, bids)
    expect(await bookOf(lab)).toEqual({ ...book, lastUpdateId: 12, bids: [['98.00', '7']] })
  })

  it('refuses with 429 and the time to wait, then bans those who go on', async () => {
    const clock = new LabClock(NOON + 15_000)
    await start({ clock, limits: { weight: 40 } })
    await get('/api/v3/exchangeInfo')
    await get('/api/v3/exchangeInfo')
    const refused = await get('/api/v3/time')
    expect(refused).toMatchObject({ status: 429, body: { code: -1003 } })
    expect(refused.headers.get('retry-after')).toBe('45')
    for (let more = 0; more < 20; more++) await get('/api/v3/time')
    expect(await get('/api/v3/time')).toMatchObject({ status: 418, body: { code: -1003 } })
    clock.advanceTo(clock.now() + 121_000)
    expect((await get('/api/v3/time')).status).toBe(200)
  })
})

describe('market streams', () => {
  it('sends what was subscribed, wrapped or raw as the path says, and lists it', async () => {
    const clock = new LabClock(NOON)
    await start({ clock, frames: [trade(NOON + 100, 1, '100.00', '1'), trade(NOON + 2100, 2, '101.00', '1')] })
    const raw = await StreamClient.open(`${lab.streams}/ws`)
    const combined = await StreamClient.open(`${lab.streams}/stream?streams=btcusdt@trade/btcusdt@ticker`)
    raw.send({ method: 'SUBSCRIBE', params: ['btcusdt@trade'], id: 1 })
    raw.send({ method: 'LIST_SUBSCRIPTIONS', id: 'two' })
    await expect
      .poll(() => raw.messages)
      .toEqual([
        { result: null, id: 1 },
        { result: ['btcusdt@trade'], id: 'two' },
      ])
    await lab.advanceTo(NOON + 1050)
    expect(raw.messages[2]).toMatchObject({ e: 'trade', t: 1 })
    expect(combined.messages).toMatchObject([
      { stream: 'btcusdt@trade', data: { t: 1 } },
      { stream: 'btcusdt@ticker', data: { e: '24hrTicker', c: '100.00000000', n: 1 } },
    ])
    raw.send({ method: 'UNSUBSCRIBE', params: ['btcusdt@trade'], id: 3 })
    await expect.poll(() => lab.subscribers('btcusdt@trade')).toBe(1)
    await lab.advanceTo(NOON + 2200)
    expect(raw.messages.slice(3)).toEqual([{ result: null, id: 3 }])
  })

  it('closes on a client that sends more than five messages a second, and after a day', async () => {
    const clock = new LabClock(NOON)
    await start({ clock })
    const [hasty, old] = [await StreamClient.open(`${lab.streams}/ws`), await StreamClient.open(`${lab.streams}/ws`)]
    for (let id = 0; id < 6; id++) hasty.send({ method: 'LIST_SUBSCRIPTIONS', id })
    await expect.poll(() => hasty.closed).toBe(1008)
    for (let minute = 1; minute < 1440; minute++) {
      clock.advanceTo(NOON + minute * 60_000)
      await lab.sockets.delivered()
    }
    expect(old.closed).toBeNull()
    clock.advanceTo(NOON + 1440 * 60_000)
    await expect.poll(() => old.closed).toBe(1001)
  })

  it('refuses more than 300 handshakes in five minutes', async () => {
    const clock = new LabClock(NOON)
    await start({ clock })
    for (let count = 0; count < 300; count++) (await StreamClient.open(`${lab.streams}/ws`)).socket.terminate()
    await expect(StreamClient.open(`${lab.streams}/ws`)).rejects.toThrow('429')
    clock.advanceTo(NOON + 300_000)
    await StreamClient.open(`${lab.streams}/ws`)
  })

  it('answers what it cannot read with an error, and goes on', async () => {
    await start()
    const client = await StreamClient.open(`${lab.streams}/ws`)
    client.socket.send('nonsense')
    client.send({ method: 'DANCE', id: 1 })
    client.send({ method: 'SUBSCRIBE', params: 'btcusdt@trade', id: 2 })
    await expect
      .poll(() => client.messages)
      .toMatchObject([{ error: { code: 3 } }, { error: { code: 2 }, id: 1 }, { error: { code: 2 }, id: 2 }])
  })
})

describe.skipIf(SPOT_CAPTURE === null)('replay of a recording', () => {
  const capture = SPOT_CAPTURE ?? ''

  it('sends every recorded message in its order and form', async () => {
    await start({ capture })
    const client = await StreamClient.open(
      `${lab.streams}/stream?streams=btcusdt@trade/btcusdt@bookTicker/btcusdt@depth@100ms`,
    )
    // The recording is eleven minutes long.
    await lab.advanceTo(lab.clock.now() + (inject('lane') === 'full' ? 700_000 : 20_000))
    const recorded = ['btcusdt_20240808.gz', 'btcusdt_20240809.gz']
      .flatMap((file) =>
        gunzipSync(readFileSync(join(capture, file)))
          .toString()
          .trimEnd()
          .split('\n'),
      )
      .map((line) => line.slice(line.indexOf(' ') + 1))
    const begin = recorded.findIndex((line) => line.startsWith('{"lastUpdateId"')) + 1
    expect(client.texts.length).toBeGreaterThan(inject('lane') === 'full' ? recorded.length - begin - 1 : 1000)
    const unequal = client.texts.findIndex((text, at) => text !== recorded[begin + at])
    expect(unequal).toBe(-1)
  })

  it('begins with a book that the first update on the stream continues', async () => {
    await start({ capture })
    const client = await StreamClient.open(`${lab.streams}/ws/btcusdt@depth@100ms`)
    const book = await bookOf(lab)
    await lab.advanceTo(lab.clock.now() + 1000)
    expect(client.messages[0]?.['U']).toBe(book.lastUpdateId + 1)
  })

  it('serves books that the updates on the stream continue, and whose best prices are the last quote', async () => {
    await start({ capture })
    const client = await StreamClient.open(`${lab.streams}/stream?streams=btcusdt@depth@100ms/btcusdt@bookTicker`)
    await lab.advanceTo(lab.clock.now() + 60_000)
    const book = await bookOf(lab)
    const updates = client.messages.filter(({ stream }) => stream === 'btcusdt@depth@100ms').map(({ data }) => data)
    expect(updates.at(-1)?.['u']).toBe(book.lastUpdateId)
    const quote = client.messages.filter(
      ({ data }) => data?.e === undefined && Number(data?.['u']) <= book.lastUpdateId,
    )
    expect([book.bids[0], book.asks[0]]).toEqual([
      [quote.at(-1)?.data?.['b'], quote.at(-1)?.data?.['B']],
      [quote.at(-1)?.data?.['a'], quote.at(-1)?.data?.['A']],
    ])
    const [bids, asks] = [book.bids.map(([price]) => Number(price)), book.asks.map(([price]) => Number(price))]
    expect(bids).toEqual(bids.toSorted((a, b) => b - a))
    expect(asks).toEqual(asks.toSorted((a, b) => a - b))
    expect(bids.length).toBeGreaterThan(900)
  })

  it('moves the recorded times to those of a clock that it is given', async () => {
    const clock = new LabClock(NOON)
    await start({ capture, clock })
    const client = await StreamClient.open(`${lab.streams}/ws/btcusdt@trade`)
    await lab.advanceTo(NOON + 5000)
    const times = client.messages.map(({ E }) => Number(E))
    expect(times.length).toBeGreaterThan(5)
    for (const time of times) {
      expect(time).toBeGreaterThan(NOON - 1000)
      expect(time).toBeLessThanOrEqual(NOON + 5000)
    }
  })

  it('makes candles whose volume is that of the recorded trades', async () => {
    await start({ capture })
    const client = await StreamClient.open(`${lab.streams}/ws/btcusdt@trade`)
    await lab.advanceTo(lab.clock.now() + 120_000)
    const candles = (await get('/api/v3/klines?symbol=BTCUSDT&interval=1m')).body as unknown as string[][]
    const whole = candles[1]
    const inside = client.messages.filter(({ T }) => Number(T) >= Number(whole?.[0]) && Number(T) <= Number(whole?.[6]))
    expect(whole?.[8]).toBe(inside.length)
    const volume = inside.reduce((sum, { q }) => sum + Number(q), 0)
    expect(Number(whole?.[5])).toBeCloseTo(volume, 8)
    expect([Number(whole?.[1]), Number(whole?.[4])]).toEqual([Number(inside[0]?.['p']), Number(inside.at(-1)?.['p'])])
  })
})

interface Book {
  readonly lastUpdateId: number
  readonly bids: readonly (readonly [string, string])[]
  readonly asks: readonly (readonly [string, string])[]
}

async function bookOf(lab: BinanceLab): Promise<Book> {
  return (await (await fetch(`${lab.rest}/api/v3/depth?symbol=BTCUSDT&limit=1000`)).json()) as Book
}
