import { setImmediate as turn } from 'node:timers/promises'
import { createInProcessBus } from '@tradeloom/bus'
import type { BookUpdate, ServerEvent } from '@tradeloom/contracts'
import { instrumentId } from '@tradeloom/contracts'
import { afterEach, expect, it, vi } from 'vitest'
import { Broadcaster } from '../../platform/realtime/broadcaster.ts'
import type { Client } from '../../platform/realtime/client.ts'
import { TopicRegistry } from '../../platform/realtime/topic-registry.ts'
import { FeedDemand } from './feed-demand.ts'
import { LiveBooks } from './live-books.ts'
import { LiveMarkets } from './live-markets.ts'
import { LivePrices } from './live-prices.ts'
import { LiveTrades } from './live-trades.ts'
import { marketTopics } from './markets.topics.ts'

const ID = 'BTCUSDT:SIM'
const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

/** One of many servers: each has its own books. */
function serverOn(bus: ReturnType<typeof createInProcessBus>, now: () => number) {
  const asked: string[] = []
  const books = new LiveBooks({ bus, now, refresh: (wanted) => asked.push(wanted.instrumentId) })
  const demand = new FeedDemand(bus, now, () => {})
  const prices = new LivePrices(bus)
  const live = new LiveMarkets({ bus, ticks: {} as never, demand, prices, isListed: () => true })
  const topic = marketTopics({ live, demand, prices, books, trades: new LiveTrades() })['book.{id}']
  const registry = new TopicRegistry([{ name: 'book.{id}', topic, key: 'read', id: instrumentId }])
  const broadcaster = new Broadcaster({ bus, registry, logger: { warn: vi.fn() } })
  stops.push(
    () => books.stop(),
    () => demand.stop(),
    () => prices.stop(),
    () => broadcaster.stop(),
  )
  return {
    asked,
    books,
    demand,
    /** A page that subscribes; the test decides how fast it reads. */
    async listen() {
      const got: BookUpdate[] = []
      const listener = {
        userId: null,
        isSlow: false,
        sendText: (text: string) => {
          const { payload } = JSON.parse(text) as { payload: ServerEvent }
          if (payload.event === 'book') got.push(payload.data)
        },
      }
      const client = listener as unknown as Client
      const name = `book.${ID}`
      const room = broadcaster.open(client, name, registry.find(name), 'everybody')
      for (const { event } of await topic.snapshot(ID)) listener.sendText(JSON.stringify({ payload: event }))
      broadcaster.opened(client, room)
      return { listener, got }
    },
  }
}

function setUp() {
  let time = 0
  const bus = createInProcessBus(() => {})
  const now = (): number => time
  return {
    bus,
    server: serverOn(bus, now),
    another: () => serverOn(bus, now),
    pass: (ms: number) => (time += ms),
    async tell(update: Pick<BookUpdate, 'sequence'> & Partial<BookUpdate>) {
      bus.publish(`book.${ID}`, { instrumentId: ID, kind: 'change', bids: [], asks: [], ...update })
      await turn()
    },
  }
}

const WHOLE = { kind: 'refresh', bids: [[99, 1]], asks: [[101, 1]] } satisfies Partial<BookUpdate>

it('sends a late subscriber the current book, and then its changes', async () => {
  const { server, tell } = setUp()
  const first = await server.listen()
  expect(first.got).toEqual([])
  expect(server.demand.wanted.get(ID)).toEqual(['book'])
  await tell({ sequence: 1, ...WHOLE })
  await tell({ sequence: 2, bids: [[98, 5]], asks: [[101, 0]] })
  const later = await server.listen()
  await tell({ sequence: 3, asks: [[102, 4]] })
  expect(first.got.map(({ sequence, kind }) => [sequence, kind])).toEqual([
    [1, 'refresh'],
    [2, 'change'],
    [3, 'change'],
  ])
  expect(later.got).toEqual([
    {
      instrumentId: ID,
      sequence: 2,
      kind: 'refresh',
      bids: [
        [99, 1],
        [98, 5],
      ],
      asks: [],
    },
    { instrumentId: ID, sequence: 3, kind: 'change', bids: [], asks: [[102, 4]] },
  ])
})

it('has no book to give while changes are missing, asks for all of it once a second, and then has it', async () => {
  const { server, tell, pass } = setUp()
  await server.listen()
  pass(5_000)
  await tell({ sequence: 1, ...WHOLE })
  const askedBefore = server.asked.length
  await tell({ sequence: 3, bids: [[98, 5]] })
  await tell({ sequence: 4, bids: [[97, 5]] })
  expect(server.books.newest(ID)).toBeNull()
  expect(server.asked.slice(askedBefore)).toEqual([ID])
  pass(1_000)
  await tell({ sequence: 5 })
  expect(server.asked.slice(askedBefore)).toEqual([ID, ID])
  await tell({ sequence: 6, ...WHOLE })
  await tell({ sequence: 7, bids: [[99, 3]] })
  expect(server.books.newest(ID)).toMatchObject({ sequence: 7, bids: [[99, 3]] })
})

it('a server that listens when the book runs already for another one asks for all of it', async () => {
  const { server, another, tell } = setUp()
  await server.listen()
  await tell({ sequence: 1, ...WHOLE })
  const second = another()
  const askedBefore = server.asked.length
  const { got } = await second.listen()
  await turn()
  expect(server.asked.slice(askedBefore)).toEqual([ID])
  await tell({ sequence: 2, ...WHOLE })
  expect(got).toMatchObject([{ sequence: 2, kind: 'refresh' }])
})

it('serves no book without updates for 3 s: it may be wrong by now', async () => {
  const { server, tell, pass } = setUp()
  await server.listen()
  await tell({ sequence: 1, ...WHOLE })
  pass(3_000)
  expect(server.books.newest(ID)).not.toBeNull()
  pass(1)
  expect(server.books.newest(ID)).toBeNull()
  await tell({ sequence: 2 })
  expect(server.books.newest(ID)).not.toBeNull()
})

it('a slow page gets the book itself instead of everything that it has missed', async () => {
  const { server, tell } = setUp()
  const [slow, quick] = [await server.listen(), await server.listen()]
  await tell({ sequence: 1, ...WHOLE })
  slow.listener.isSlow = true
  // A few changes are sent later, and nothing else.
  for (let sequence = 2; sequence <= 11; sequence++) await tell({ sequence, bids: [[99, sequence]] })
  slow.listener.isSlow = false
  await expect.poll(() => slow.got.length).toBe(11)
  expect(slow.got.every(({ kind }, row) => (row === 0) === (kind === 'refresh'))).toBe(true)
  slow.listener.isSlow = true
  for (let sequence = 12; sequence <= 100; sequence++) await tell({ sequence, bids: [[99, sequence]] })
  slow.listener.isSlow = false
  await expect.poll(() => slow.got.slice(11)).toMatchObject([{ sequence: 100, kind: 'refresh', bids: [[99, 100]] }])
  await tell({ sequence: 101, bids: [[98, 1]] })
  expect(slow.got.at(-1)).toEqual(quick.got.at(-1))
})
