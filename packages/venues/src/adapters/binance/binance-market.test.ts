import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type BinanceLab, type BinanceLabOptions, LabClock, startBinanceLab } from '@tradeloom/venue-lab'
import { afterEach, describe, expect, it } from 'vitest'
import { listener } from '../../conformance/listener.fixture.ts'
import type { BookLevel, FeedKind, FeedMessage } from '../../ports/market-feed.ts'
import { BinanceMarket } from './binance-market.ts'
import { SPOT_PRICES } from './spot-prices.ts'
import { labBook, labFrames } from './lab-market.fixture.ts'
import { settle, watchWire } from '../../conformance/watch-wire.fixture.ts'

const BTC = 'BTCUSDT:BINANCE'
const HOUR = 3_600_000
const NOON = Date.UTC(2026, 10, 25, 12)
const CAPTURE = join(import.meta.dirname, '../../../../../../shared/data/crypto/binance-ws-raw/spot')
if (!existsSync(CAPTURE)) console.warn('../shared/data is absent: Binance feeds are not tested with a capture.')

const running: { feed: BinanceMarket; lab: BinanceLab }[] = []
afterEach(async () => {
  for (const { feed, lab } of running.splice(0)) {
    feed.close()
    await lab.stop()
  }
})

async function start(options: BinanceLabOptions = {}) {
  const lab = await startBinanceLab(options)
  const wire = watchWire()
  const { clock } = lab
  const feed = new BinanceMarket(SPOT_PRICES, { clock, urls: lab, openSocket: wire.openSocket, fetch: wire.fetch })
  running.push({ feed, lab })
  await feed.instruments()
  const listen = (kind: FeedKind, id = BTC) => {
    const heard = listener()
    return { ...heard, lease: feed.open(kind, id, heard.sink) }
  }
  const advance = async (ms: number, stepMs = 100): Promise<void> => {
    await settle(lab, wire)
    for (const end = clock.now() + ms; clock.now() < end;) {
      clock.advanceTo(Math.min(end, clock.now() + stepMs))
      await settle(lab, wire)
    }
  }
  return { lab, feed, clock, listen, advance }
}

/** A market that moves each second from a time on. */
function moving(from: number, ms: number, stepMs = 1_000): BinanceLabOptions {
  const first = from + stepMs
  return {
    clock: new LabClock(from),
    books: { BTCUSDT: labBook(from, stepMs) },
    frames: labFrames(first, from + ms, stepMs),
  }
}

/** Of the last step of the market, as a book of numbers. */
function bookAt(time: number, stepMs = 1_000): { bids: BookLevel[]; asks: BookLevel[] } {
  const levels = (rows: readonly (readonly [string, string])[]): BookLevel[] =>
    rows.slice(0, 50).map(([price, quantity]) => ({ price: Number(price), quantity: Number(quantity) }))
  const { bids, asks } = labBook(time, stepMs)
  return { bids: levels(bids), asks: levels(asks) }
}

/** The book that somebody has who applies all messages. */
function appliedBook(messages: readonly FeedMessage[]): { bids: BookLevel[]; asks: BookLevel[] } {
  const sides = { bid: new Map<number, number>(), ask: new Map<number, number>() }
  let sequence: number | null = null
  for (const message of messages) {
    if (message.kind === 'book-snapshot') {
      sides.bid = new Map(message.bids.map(({ price, quantity }) => [price, quantity]))
      sides.ask = new Map(message.asks.map(({ price, quantity }) => [price, quantity]))
    } else if (message.kind === 'book-delta') {
      expect(message.sequence).toBe((sequence ?? NaN) + 1)
      for (const { side, action, price, quantity } of message.changes) {
        if (action === 'delete') sides[side].delete(price)
        else sides[side].set(price, quantity)
      }
    } else continue
    sequence = message.sequence
  }
  const levels = (side: Map<number, number>, sign: number): BookLevel[] =>
    [...side].map(([price, quantity]) => ({ price, quantity })).toSorted((a, b) => (a.price - b.price) * sign)
  return { bids: levels(sides.bid, -1), asks: levels(sides.ask, 1) }
}

it('lists symbols with their steps, limits and fees, and knows bitcoin as XBT', async () => {
  const { feed, listen } = await start({ clock: new LabClock(NOON) })
  expect(await feed.instruments()).toMatchObject([
    {
      id: BTC,
      displaySymbol: 'BTC/USDT',
      exchangeName: 'Binance',
      status: 'active',
      simulated: false,
      precision: 2,
      quoteStep: 0.01,
      lotSize: 0.00001,
      minQuantity: 0.00001,
      maxQuantity: 9_000,
      minNotional: 5,
      orderTypes: ['MARKET', 'LIMIT', 'STOP', 'STOP_LIMIT'],
      commission: { makerPercent: 0.1, takerPercent: 0.1 },
    },
  ])
  listen('quote', 'XBTUSDT:BINANCE')
  expect(() => listen('quote', 'XBTEUR:BINANCE')).toThrow('Instrument not available')
  expect(() => listen('quote', 'BTCUSDT:SIM')).toThrow('Instrument not available')
})

it('refuses an instrument that the venue does not list, also before it knows the list', async () => {
  const { lab, clock, advance } = await start({ clock: new LabClock(NOON) })
  const wire = watchWire()
  const feed = new BinanceMarket(SPOT_PRICES, { clock, urls: lab, openSocket: wire.openSocket, fetch: wire.fetch })
  running.push({ feed, lab: { stop: async () => {} } as BinanceLab })
  const heard = listener()
  feed.open('quote', 'NOTHING:BINANCE', heard.sink)
  await expect.poll(() => heard.states.at(-1)).toBe('refused')
  await advance(1_000)
  expect(lab.sockets.accepted.streams).toBe(0)
})

it('sends nothing before somebody asks, and nothing after the last one has gone', async () => {
  const { lab, feed, listen, advance } = await start(moving(NOON, HOUR))
  await advance(60_000, 1_000)
  expect([lab.requests, lab.sockets.accepted.streams]).toEqual([['GET /api/v3/exchangeInfo'], 0])
  const { lease } = listen('quote')
  await advance(5_000)
  lease.release()
  await advance(1_000)
  const sent = lab.requests.length
  await advance(600_000, 5_000)
  expect([lab.requests.length, lab.sockets.open('streams'), feed.subscriptions]).toEqual([sent, 0, 0])
})

describe('with a recorded market', { skip: !existsSync(CAPTURE) }, () => {
  it('passes on each recorded price once and in order, and trades with the side of who took', async () => {
    const { lab, listen, advance } = await start({ capture: CAPTURE })
    const [quotes, trades] = [listen('quote'), listen('trade')]
    const sent: string[] = []
    lab.markets.listen((stream, data) => void (stream === 'btcusdt@bookTicker' && sent.push(data)))
    await advance(0)
    sent.length = 0
    await advance(30_000)
    const prices = sent.map((text) => JSON.parse(text) as { b: string; a: string })
    const changes = (rows: readonly (readonly number[])[]) =>
      rows.filter((row, at) => at === 0 || row.join() !== rows[at - 1]?.join())
    expect(changes(quotes.of('quote').map(({ bid, ask }) => [bid, ask]))).toEqual(
      changes(prices.map(({ b, a }) => [Number(b), Number(a)])),
    )
    expect(sent.length).toBeGreaterThan(1_000)
    const known = new Map(lab.markets.get('BTCUSDT')?.trades.map((one) => [String(one.id), one.isBuyerMaker]))
    const heard = trades.of('trades').flatMap((one) => one.trades)
    expect(heard.length).toBeGreaterThan(50)
    for (const { id, side } of heard) expect(side).toBe(known.get(id) ? 'SELL' : 'BUY')
  })

  it('has the book of the venue after lost, swapped and doubled updates', async () => {
    const faults = (['drop', 'swap', 'duplicate'] as const).map(
      (kind, at) => ({ when: { message: 'btcusdt@depth@100ms', nth: 40 + 70 * at, times: 1 }, do: kind }) as const,
    )
    const { lab, listen, advance } = await start({ capture: CAPTURE, faults })
    const book = listen('book')
    await advance(45_000)
    expect(book.of('book-snapshot').length).toBeGreaterThan(1)
    expect(book.states).toEqual(['connecting', 'live'])
    const venue = lab.markets.get('BTCUSDT')?.book.snapshot(50)
    const numbers = (rows: readonly (readonly [string, string])[] = []): BookLevel[] =>
      rows.map(([price, quantity]) => ({ price: Number(price), quantity: Number(quantity) }))
    expect(appliedBook(book.messages)).toEqual({ bids: numbers(venue?.bids), asks: numbers(venue?.asks) })
  })
})

it('takes a newer snapshot when the first one is older than the stream', async () => {
  const { lab, listen, advance, clock } = await start(moving(NOON, HOUR))
  listen('quote')
  await advance(10_000)
  lab.faults.add({ when: { request: 'GET /api/v3/depth' }, do: 'oldSnapshot', updates: 5 })
  const book = listen('book')
  await advance(10_000)
  expect(appliedBook(book.messages)).toEqual(bookAt(clock.now()))
})

it('moves to a second connection before the venue stops, without a lost or a doubled message', async () => {
  const { lab, clock, listen, advance } = await start(moving(NOON, HOUR))
  const [quotes, trades, book] = [listen('quote'), listen('trade'), listen('book')]
  await advance(10_000)
  const before = { quotes: quotes.of('quote').length, trades: trades.of('trades').length }
  lab.faults.add({ when: { message: 'btcusdt@trade' }, do: 'serverShutdown' })
  await advance(30_000)
  expect([lab.sockets.accepted.streams, lab.sockets.open('streams')]).toEqual([2, 1])
  expect([quotes.of('quote').length - before.quotes, trades.of('trades').length - before.trades]).toEqual([30, 30])
  expect(quotes.states).toEqual(['connecting', 'live'])
  expect(quotes.of('quote').filter(({ isAfterGap }) => isAfterGap)).toEqual([])
  expect(appliedBook(book.messages)).toEqual(bookAt(clock.now()))
})

it('counts a subscription as live from its first message, not from its acknowledgment', async () => {
  const { listen, advance } = await start({ clock: new LabClock(NOON) })
  const { states } = listen('quote')
  await advance(60_000, 500)
  expect(states.slice(0, 4)).toEqual(['connecting', 'stale', 'backoff', 'connecting'])
  expect(states).not.toContain('live')
  expect(states).not.toContain('quiet')
})

it('stays quiet while nobody trades, as long as the venue confirms the subscription', async () => {
  const { listen, advance } = await start(moving(NOON, 10_000))
  const { states, of } = listen('quote')
  await advance(50_000, 500)
  expect(states).toEqual(['connecting', 'live', 'quiet'])
  expect(of('heartbeat').length).toBeGreaterThan(5)
})

it.each(['halfOpen', 'stall', 'close'] as const)(
  'opens a new connection when the old one is dead: %s',
  async (fault) => {
    const { lab, listen, advance } = await start({
      ...moving(NOON, HOUR),
      faults: [{ when: { connection: 'streams', time: NOON + 5_000 }, do: fault }],
    })
    const { states, of } = listen('quote')
    await advance(40_000, 250)
    expect(lab.sockets.accepted.streams).toBe(2)
    expect(states.at(-1)).toBe('live')
    expect(of('quote').filter(({ isAfterGap }) => isAfterGap)).toHaveLength(1)
  },
)

it.each(['garbage', 'cut', 'oversized'] as const)('goes on after a message that is %s', async (fault) => {
  const { listen, advance } = await start(moving(NOON, HOUR))
  const { states, of } = listen('quote')
  await advance(5_000, 250)
  running[0]?.lab.faults.add({ when: { message: 'btcusdt@bookTicker' }, do: fault })
  await advance(20_000, 250)
  expect(states.at(-1)).toBe('live')
  expect(of('quote').length).toBeGreaterThan(15)
})

it('sends no request while the venue has demanded silence', async () => {
  const { lab, feed, clock, advance } = await start(moving(NOON, HOUR))
  lab.faults.add({ when: { request: 'GET /api/v3/klines' }, do: '429', ms: 30_000 })
  const ask = async () => {
    for await (const page of feed.candles(BTC, NOON, clock.now())) return page
    return null
  }
  await advance(120_000, 5_000)
  await expect(ask()).rejects.toThrow('Too many requests')
  const sent = lab.requests.length
  const late = ask()
  await advance(29_000, 1_000)
  expect(lab.requests.length).toBe(sent)
  await advance(5_000, 1_000)
  expect((await late)?.time.length).toBeGreaterThan(0)
})

it('says at once that there is no list while the venue has demanded silence', async () => {
  const { lab, feed, clock, advance } = await start({ clock: new LabClock(NOON) })
  clock.advanceTo(NOON + HOUR)
  lab.faults.add({ when: { request: 'GET /api/v3/exchangeInfo' }, do: '418', ms: 3 * HOUR })
  await expect(feed.instruments()).rejects.toThrow('banned')
  await expect(feed.instruments()).rejects.toThrow('No request is allowed before')
  expect(lab.requests).toHaveLength(2)
  await advance(3 * HOUR, HOUR)
  expect(await feed.instruments()).toHaveLength(1)
})

it('follows a clock that was set within half a minute', async () => {
  const { feed, lab, listen, advance } = await start(moving(NOON, HOUR))
  listen('quote')
  await advance(3_000)
  expect(feed.health().skew).toEqual({ ms: 0, level: 'fine' })
  lab.faults.add({ when: { request: 'GET /api/v3/time' }, do: 'skew', ms: -1_200 })
  await advance(31_000)
  expect(feed.health().skew).toEqual({ ms: 1_200, level: 'no-orders' })
})

it('knows how far its clock is from that of the venue, and stamps quotes with the time there', async () => {
  const { feed, lab, listen, advance, clock } = await start(moving(NOON, HOUR))
  lab.faults.add({ when: { request: 'GET /api/v3/time' }, do: 'skew', ms: 1_200 })
  const { of } = listen('ticker')
  await advance(3_000)
  const quotes = listen('quote')
  await advance(3_000)
  expect([feed.skew.ms, feed.skew.level]).toEqual([-1_200, 'no-orders'])
  expect(of('ticker').length).toBeGreaterThan(0)
  expect(quotes.of('quote').at(-1)?.time).toBe(clock.now() + 1_200)
})
