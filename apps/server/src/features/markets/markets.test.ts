import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { FollowedBook } from '@tradeloom/book'
import type { BookUpdate, LivePriceEvent, MarketInstrument, ServerMessage } from '@tradeloom/contracts'
import { isHeartbeat, TickReader } from '@tradeloom/market-data/ticks'
import { HttpClient, SocketClient, startTestDatabase, type TestDatabase } from '@tradeloom/testkit'
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/server.fixture.ts'

const BTC = 'BTCUSDT:SIM'
const ETH = 'ETHUSDT:SIM'

let database: TestDatabase
let server: TestServer
let visitor: HttpClient
const sockets: SocketClient[] = []
beforeAll(async () => {
  database = await startTestDatabase()
  server = await startTestServer({ databaseUrl: database.url, env: { TRADELOOM_SIMULATED_VENUES: 'on' } })
  visitor = new HttpClient(server.url)
})
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.close()
})
afterAll(async () => {
  await server.stop()
  await database.stop()
})

async function listen(...topics: string[]): Promise<SocketClient> {
  const socket = await new SocketClient(visitor).opened()
  sockets.push(socket)
  for (const topic of topics) socket.send({ type: 'subscribe', topic })
  return socket
}

type Fits = (price: LivePriceEvent) => boolean

const pricesOf = (message: ServerMessage): LivePriceEvent[] =>
  message.type === 'event' && message.payload.event === 'price' ? [message.payload.data] : []

/** The next price from now on. */
async function nextPrice(socket: SocketClient, fits: Fits): Promise<LivePriceEvent> {
  const known = new Set(socket.messages)
  const found = await socket.next((message) => !known.has(message) && pricesOf(message).some(fits))
  return pricesOf(found)[0] as LivePriceEvent
}

const isLive: Fits = ({ isCached, state }) => !isCached && state === 'live'

/** The process `ingest` of this server. */
function ingestPid(): number | null {
  const lines = execFileSync('ps', ['-o', 'pid=,args=', '--ppid', String(process.pid)], { encoding: 'utf8' }).split(
    '\n',
  )
  const line = lines.find((one) => one.includes('/processes/ingest/main'))
  return line === undefined ? null : Number.parseInt(line, 10)
}

describe('a simulated venue', () => {
  it('lists its instruments with trading hours and depth, for visitors, too', async () => {
    const { json: body } = await visitor.get('/public-api/instruments/USD')
    const listed = body as MarketInstrument[]
    expect(listed.find(({ id }) => id === BTC)).toMatchObject({ status: 'active', tradingOpen: true, hasDepth: true })
    expect(listed.filter(({ broker }) => broker === 'SIM2')).toHaveLength(5)
  })

  it('sends quotes to subscribers, with trades, candles and the last 24 hours', async () => {
    const socket = await listen(`price.${BTC}`, `trades.${BTC}`, `candles.${BTC}`, `ticker.${BTC}`)
    const price = await nextPrice(socket, isLive)
    expect(price).toMatchObject({ instrumentId: BTC, isOpen: true })
    expect(price.ask).toBeGreaterThan(price.bid)
    for (const name of ['trades', 'candle', 'ticker']) {
      const found = await socket.next((one) => one.type === 'event' && one.payload.event === name)
      expect(found).toMatchObject({ topic: `${name === 'trades' || name === 'ticker' ? name : 'candles'}.${BTC}` })
    }
    // Whoever comes later sees the newest price at once.
    const later = await listen(`price.${BTC}`)
    const [first] = pricesOf(await later.next((message) => message.type === 'event'))
    expect(first).toMatchObject({ isCached: true })
    expect(first?.sequence).toBeGreaterThanOrEqual(price.sequence)
    await nextPrice(later, isLive)
  })

  it('sends the last 50 trades to a subscriber, and then each new one once', async () => {
    const tradesOf = (socket: SocketClient) =>
      socket.messages.flatMap((one) => (one.type === 'event' && one.payload.event === 'trades' ? one.payload.data : []))
    // Nobody has listened to these before.
    const first = await listen(`trades.${ETH}`)
    await expect.poll(() => tradesOf(first).length).toBeGreaterThanOrEqual(50)
    const count = tradesOf(first).length
    await expect.poll(() => tradesOf(first).length).toBeGreaterThan(count)
    const later = await listen(`trades.${ETH}`)
    await expect.poll(() => tradesOf(later).length).toBeGreaterThanOrEqual(50)
    for (const socket of [first, later]) {
      const trades = tradesOf(socket)
      expect(new Set(trades.map(({ id }) => id)).size).toBe(trades.length)
      expect(trades.map(({ time }) => time)).toEqual(trades.map(({ time }) => time).toSorted((a, b) => a - b))
    }
  })

  it('tells the book to all who listen, the same to who came late and to who has lost a part of it', async () => {
    const updatesOf = (socket: SocketClient): BookUpdate[] =>
      socket.messages.flatMap((one) => (one.type === 'event' && one.payload.event === 'book' ? [one.payload.data] : []))
    const follow = (updates: readonly BookUpdate[], until: number): FollowedBook => {
      const followed = new FollowedBook()
      for (const update of updates) if (update.sequence <= until) followed.take(update)
      return followed
    }
    const [first, lossy] = [await listen(`book.${BTC}`), await listen(`book.${BTC}`)]
    await expect.poll(() => updatesOf(first).length).toBeGreaterThan(8)
    const updates = updatesOf(first)
    expect(updates[0]).toMatchObject({ instrumentId: BTC, kind: 'refresh' })
    const numbers = updates.slice(1).map(({ sequence }) => sequence)
    expect(numbers).toEqual(numbers.map((_, at) => (numbers[0] as number) + at))
    expect(updates.slice(1).some(({ bids, asks }) => bids.length + asks.length > 0)).toBe(true)
    const later = await listen(`book.${BTC}`)
    // It listens again, as a page does after a gap.
    lossy.send({ type: 'unsubscribe', topic: `book.${BTC}` })
    lossy.messages.splice(0)
    lossy.send({ type: 'subscribe', topic: `book.${BTC}` })
    await expect.poll(() => Math.min(updatesOf(later).length, updatesOf(lossy).length)).toBeGreaterThan(2)
    await expect.poll(() => updatesOf(first).at(-1)?.sequence).toBeGreaterThanOrEqual(updatesOf(later).at(-1)!.sequence)
    const until = Math.min(...[first, later, lossy].map((one) => updatesOf(one).at(-1)!.sequence))
    const [wanted, ...books] = [first, later, lossy].map((one) => follow(updatesOf(one), until))
    for (const { book, sequence } of books) {
      expect(sequence).toBe(until)
      for (const side of ['bids', 'asks'] as const) expect(book.top(side, 60)).toEqual(wanted!.book.top(side, 60))
    }
    expect(wanted!.book.bids.size).toBe(50)
  })

  it('has a chart up to the last finished minute, and its newest price in lists', async () => {
    const socket = await listen(`price.${BTC}`)
    await nextPrice(socket, isLive)
    const now = Date.now()
    const iso = (time: number): string => new Date(time).toISOString()
    const period = { start: iso(now - 30 * 3_600_000), end: iso(now) }
    const minutes = async (): Promise<number[]> => {
      const reply = await socket.request(2, 'historical-prices', { instrumentId: BTC, interval: 'M1', ...period })
      return reply.ok ? (reply.data as { rows: number[][] }).rows.map(([time]) => time as number) : []
    }
    await expect.poll(async () => (await minutes()).length).toBeGreaterThanOrEqual(30 * 60 - 2)
    const times = await minutes()
    const first = times[0] as number
    expect(times).toEqual(times.map((_, at) => first + at * 60_000))
    expect(now - (times.at(-1) as number)).toBeLessThanOrEqual(120_000)
    const { json: listed } = await visitor.get('/public-api/instruments/USD')
    const found = (listed as MarketInstrument[]).find(({ id }) => id === BTC)
    expect(found?.price?.ask).toBeGreaterThan(found?.price?.bid as number)
    expect((listed as MarketInstrument[]).find(({ id }) => id === 'USDJPY:SIM2')).not.toHaveProperty('price')
  })

  it('answers requests for a price, and none for instruments that it does not have', async () => {
    const socket = await listen()
    const snapshot = await socket.request(2, 'request-price-snapshot', { instrumentId: 'ETHUSDT:SIM2' })
    expect(snapshot).toMatchObject({ ok: true, data: { instrumentId: 'ETHUSDT:SIM2', isCached: false } })
    const cached = await socket.request(2, 'request-cached-price', { instrumentId: 'ETHUSDT:SIM2' })
    expect(cached).toMatchObject({ ok: true, data: { isCached: true } })
    for (const name of ['request-price-snapshot', 'request-cached-price']) {
      const refused = await socket.request(2, name, { instrumentId: 'XAUUSD:SIM' })
      expect(refused).toMatchObject({ ok: false, error: 'Instrument not available' })
    }
    socket.send({ type: 'subscribe', topic: 'price.XAUUSD:SIM' })
    const error = await socket.next(({ type }) => type === 'error')
    expect(error).toMatchObject({ topic: 'price.XAUUSD:SIM', message: 'Instrument not available' })
  })
})

describe('prices while the process that receives them fails', () => {
  /** Returns once the page shows stale or new prices. */
  async function isTold(socket: SocketClient, fail: () => void): Promise<void> {
    const before = await nextPrice(socket, isLive)
    fail()
    await nextPrice(socket, ({ state, sequence }) => state === 'stale' || sequence > before.sequence + 1)
  }

  it('are stale and live again, the log without holes and doubles, after several kills', async () => {
    const socket = await listen(`price.${BTC}`)
    for (let round = 0; round < (inject('lane') === 'full' ? 10 : 3); round++) {
      await isTold(socket, () => process.kill(ingestPid() as number, 'SIGKILL'))
      await nextPrice(socket, isLive)
    }
    const rows = await new TickReader(join(server.dataDir, 'market')).read(BTC, 0, 1e6)
    expect(rows.map(({ sequence }) => sequence)).toEqual(rows.map((_, at) => at))
    const prices = rows.filter((row) => !isHeartbeat(row)).map(({ time, bid, ask }) => `${time} ${bid} ${ask}`)
    expect(new Set(prices).size).toBe(prices.length)
    const told = socket.messages.flatMap(pricesOf)
    // What pages were told is in the log.
    for (const { sequence, time, bid, ask } of told) expect(rows[sequence]).toMatchObject({ time, bid, ask })
  })

  it('are stale while it hangs, and live again when it continues', async () => {
    const socket = await listen(`price.${BTC}`)
    await nextPrice(socket, isLive)
    const pid = ingestPid() as number
    await isTold(socket, () => process.kill(pid, 'SIGSTOP'))
    process.kill(pid, 'SIGCONT')
    await nextPrice(socket, isLive)
  })
})
