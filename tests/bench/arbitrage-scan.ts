import { setImmediate as turn } from 'node:timers/promises'
import { OrderBook } from '@tradeloom/book'
import { defineInstrument, type ListedInstrument, listInstrument } from '@tradeloom/domain'
import { SeededStream } from '@tradeloom/simulation'
import { ArbitrageScan } from '../../apps/server/src/features/arbitrage/arbitrage-scan.ts'
import { median, type Table } from './measure.ts'

const MARKETS = 11
const CHANGES_PER_SECOND = 20
const LOOKS_PER_SECOND = 10
const SECONDS = 30
const TURNS = 5
const LEVELS = 50

/** Eleven markets of one coin, each of which crosses some of the others. */
export async function arbitrageScan(): Promise<Table[]> {
  const random = new SeededStream(1)
  const listed = Array.from({ length: MARKETS }, (_, i): ListedInstrument => {
    const stated = { status: 'active', tradingOpen: true, hasDepth: true } as const
    return listInstrument(defineInstrument(`BTCUSDT:V${i}`, { calendar: 'always' }), stated)
  })
  const markets = new Map(listed.map(({ id }) => [id, { book: new OrderBook(), sequence: 0, age: 0, bid: 0, ask: 0 }]))
  const change = (id: string): void => {
    const market = markets.get(id)
    if (market === undefined) return
    const middle = 60_000 + random.normal() * 10
    const side = (direction: 1 | -1) =>
      Array.from({ length: LEVELS }, (_, i) => ({
        price: Math.round((middle + direction * (1 + i)) * 100) / 100,
        quantity: 0.01 + random.uniform(),
      }))
    market.book.replace(side(-1), side(1))
    market.sequence += 1
    Object.assign(market, { bid: market.book.bids.best, ask: market.book.asks.best })
  }
  const lease = { release: () => {} }
  const newest = (instrumentId: string) => {
    const market = markets.get(instrumentId)
    if (market === undefined) return null
    const { bid, ask, sequence } = market
    return { instrumentId, sequence, time: 0, receivedAt: 0, bid, ask, isOpen: true, state: 'live' } as const
  }
  const legs = {
    demand: { hold: () => lease },
    prices: { watch: () => lease, newest, age: () => 0 },
    books: { hold: () => lease, current: (id: string) => markets.get(id) ?? null },
  }
  let time = 0
  let executable = 0
  const failed = (error: unknown): void => {
    throw error
  }
  const ids = listed.map(({ id }) => id)
  const scan = new ArbitrageScan(
    { legs, listings: async () => listed, now: () => time, failed },
    () => ids,
    (list) => {
      executable += list.pairs.filter((pair) => pair.executable !== null).length
    },
  )
  await scan.ready
  const spent: number[] = []
  for (let round = 0; round < TURNS; round++) {
    let ms = 0
    for (let look = 0; look < SECONDS * LOOKS_PER_SECOND; look++) {
      time += 1_000 / LOOKS_PER_SECOND
      for (const id of ids) for (let i = 0; i < CHANGES_PER_SECOND / LOOKS_PER_SECOND; i++) change(id)
      const began = process.cpuUsage()
      scan.look()
      const { user, system } = process.cpuUsage(began)
      ms += (user + system) / 1_000
    }
    spent.push(ms)
    await turn()
  }
  scan.release()
  const ms = median(spent)
  const share = ((ms / (SECONDS * 1_000)) * 100).toFixed(2)
  const pairs = MARKETS * (MARKETS - 1)
  const looks = TURNS * SECONDS * LOOKS_PER_SECOND
  const title = `${pairs} pairs, ${CHANGES_PER_SECOND} changes of each market a second for ${SECONDS} s; ${Math.round(executable / looks)} executable at a time`
  return [{ title, rows: [{ what: 'compared, both books walked', ms, ratio: 1, note: `${share}% of a core` }] }]
}
