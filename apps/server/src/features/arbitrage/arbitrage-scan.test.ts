import { setImmediate as turn } from 'node:timers/promises'
import { createInProcessBus, subjectWord } from '@tradeloom/bus'
import type { BookUpdate, BusPrice } from '@tradeloom/contracts'
import { defineInstrument, type ListedInstrument, listInstrument } from '@tradeloom/domain'
import { afterEach, expect, it, vi } from 'vitest'
import { FeedDemand } from '../markets/feed-demand.ts'
import { LiveBooks } from '../markets/live-books.ts'
import { LivePrices } from '../markets/live-prices.ts'
import { ArbitrageScan } from './arbitrage-scan.ts'
import { marketsOfSeveralVenues } from './compared-markets.ts'
import { CurrencyWatch } from './live-currency.ts'

const [A, B] = ['BTCUSDT:AAA', 'BTCUSDT:BBB']
const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

function listed(id: string, takerPercent = 0, changes: Partial<ListedInstrument> = {}): ListedInstrument {
  const commission = { perLot: 0, percent: 0, minimum: 0, makerPercent: 0, takerPercent }
  const stated = { status: 'active', tradingOpen: true, hasDepth: true, commission } as const
  const instrument = defineInstrument(id, { calendar: 'always' })
  return {
    ...listInstrument(instrument, stated),
    lotSize: 0.00001,
    minQuantity: 0.00001,
    maxQuantity: 1_000,
    ...changes,
  }
}

function setUp(listings: readonly ListedInstrument[]) {
  let time = 1_000_000
  const now = (): number => time
  const bus = createInProcessBus(() => {})
  const demand = new FeedDemand(bus, now, () => {})
  const prices = new LivePrices(bus)
  const books = new LiveBooks({ bus, now, refresh: () => {} })
  stops.push(
    () => demand.stop(),
    () => prices.stop(),
    () => books.stop(),
  )
  const failed = (error: unknown): void => {
    throw error
  }
  const deps = { legs: { demand, prices, books }, listings: async () => listings, now, failed }
  return {
    deps,
    demand,
    pass: (ms: number) => (time += ms),
    async scan(ids: readonly string[]) {
      const scan = new ArbitrageScan(
        deps,
        () => ids,
        () => {},
      )
      stops.push(() => scan.release())
      await scan.ready
      return scan
    },
    async price(instrumentId: string, bid: number, ask: number, changes: Partial<BusPrice> = {}) {
      const price: BusPrice = {
        instrumentId,
        sequence: 1,
        time,
        receivedAt: time,
        bid,
        ask,
        isOpen: true,
        state: 'live',
        ...changes,
      }
      bus.publish(`price.${subjectWord(instrumentId)}`, price)
      await turn()
    },
    async book(instrumentId: string, sides: Pick<BookUpdate, 'bids' | 'asks'>, sequence = 1) {
      const update: BookUpdate = { instrumentId, sequence, kind: sequence === 1 ? 'refresh' : 'change', ...sides }
      bus.publish(`book.${subjectWord(instrumentId)}`, update)
      await turn()
    },
  }
}

/** The example of two venues, the one that offers and the one that bids more. */
async function example() {
  const desk = setUp([listed(A, 0.04), listed(B, 0.05)])
  const scan = await desk.scan([A, B])
  await desk.price(A, 61_800, 61_802.6)
  await desk.price(B, 61_915.4, 61_917)
  await desk.book(A, { bids: [[61_800, 1]], asks: [[61_802.6, 0.12], [61_805, 0.3], [61_815, 0.8]] }) // prettier-ignore
  await desk.book(B, { bids: [[61_915.4, 0.05], [61_910, 0.2], [61_890, 0.6], [61_850, 2]], asks: [[61_917, 1]] }) // prettier-ignore
  return { ...desk, scan }
}

it('says what the best prices promise, and what both books and fees leave of it, the best way first', async () => {
  const { scan, demand } = await example()
  const { pairs, notes } = scan.look()
  expect(pairs.map(({ sellId, buyId, percent }) => [sellId, buyId, percent])).toEqual([
    [B, A, 0.18],
    [A, B, -0.19],
  ])
  expect(pairs[0]).toMatchObject({
    profit: 112.8,
    isLive: true,
    conversion: null,
    executable: { quantity: 0.85, limit: 'profit' },
  })
  expect(pairs[0]?.executable?.net.toFixed(2)).toBe('26.19')
  expect(pairs[0]?.levels).toHaveLength(6)
  expect(pairs[1]?.executable).toBeNull()
  expect(notes).toEqual([])
  expect([...demand.wanted]).toEqual([[A, ['book']], [B, ['book']]]) // prettier-ignore
  scan.release()
  expect([...demand.wanted]).toEqual([])
})

it('walks the books again when one of them changes, and says how old the older one is', async () => {
  const { deps, scan, book, pass } = await example()
  scan.look()
  const age = vi.spyOn(deps.legs.prices, 'age').mockReturnValue(5_000)
  stops.push(() => age.mockRestore())
  pass(400)
  await book(A, { bids: [], asks: [[61_802.6, 0], [61_805, 0]] }, 2) // prettier-ignore
  expect(scan.look().pairs[0]).toMatchObject({ age: 400, executable: { quantity: 0.8 } })
  pass(900)
  expect(scan.look().pairs[0]?.age).toBe(1_300)
})

it('opens nothing at a closed market or on an old price, and says what is missing', async () => {
  const { scan, price } = await example()
  await price(B, 61_915.4, 61_917, { state: 'stale' })
  expect(scan.look().pairs[0]).toMatchObject({ percent: 0.18, isLive: false, executable: null })
  const desk = setUp([listed(A), listed('EURUSD:AAA'), listed(B)])
  const other = await desk.scan([A, B, 'EURUSD:AAA', 'XXXYYY:AAA', 'XXXYYY:AAA'])
  await desk.price(A, 1, 2)
  expect(other.look()).toEqual({
    pairs: [],
    notes: [
      { instrumentIds: ['XXXYYY:AAA'], text: 'Instrument not available' },
      { instrumentIds: ['EURUSD:AAA'], text: 'No other market of its currency among these' },
      { instrumentIds: [B, 'EURUSD:AAA'], text: 'No price yet' },
    ],
  })
})

it('converts what selling brings at live prices, each with its spread, and says over which', async () => {
  const [DOLLARS, TETHER] = ['BTCUSD:BBB', 'USDTUSD:BBB']
  const desk = setUp([listed(A), listed(DOLLARS), listed(TETHER, 0.2, { dealt: 'USDT', quote: 'USD' })])
  const scan = await desk.scan([A, DOLLARS])
  await desk.price(A, 60_000, 60_010)
  await desk.price(DOLLARS, 60_000, 60_020)
  const unconverted = { instrumentIds: [A, DOLLARS], text: 'Conversion instruments not found' }
  expect(scan.look()).toMatchObject({
    pairs: [],
    notes: [unconverted, { ...unconverted, instrumentIds: [DOLLARS, A] }],
  })
  await desk.price(TETHER, 0.99, 1.01)
  const { pairs } = scan.look()
  expect(pairs.map(({ sellId, bid, ask, percent, conversion }) => [sellId, bid, ask, percent, conversion])).toEqual([
    [A, 59_400, 60_020, -1.03, { rate: 0.99, fee: expect.closeTo(0.002, 9), path: [TETHER] }],
    [DOLLARS, expect.closeTo(60_000 / 1.01, 5), 60_010, -1.01, { rate: 1 / 1.01, fee: expect.closeTo(0.002, 9), path: [TETHER] }],
  ].toSorted((a, b) => Number(b[3]) - Number(a[3]))) // prettier-ignore
  await desk.price(TETHER, 0.99, 1.01, { state: 'stale' })
  expect(scan.look().pairs).toEqual([])
})

it('pays for the conversion, too, and holds nothing once it ends', async () => {
  const [DOLLARS, TETHER] = ['BTCUSD:BBB', 'USDTUSD:BBB']
  const tether = listed(TETHER, 0.2, { dealt: 'USDT', quote: 'USD' })
  const desk = setUp([listed(A), listed(DOLLARS), listed('BTCUSD:CCC'), tether])
  const scan = await desk.scan([A, DOLLARS, 'BTCUSD:CCC'])
  await desk.price(A, 60_200, 60_210)
  await desk.price(DOLLARS, 60_000, 60_020)
  await desk.price(TETHER, 1, 1.001)
  await desk.book(A, { bids: [[60_200, 1]], asks: [[60_210, 1]] }) // prettier-ignore
  await desk.book(DOLLARS, { bids: [[60_000, 1]], asks: [[60_020, 1]] }) // prettier-ignore
  const found = scan.look().pairs.find(({ sellId, buyId }) => sellId === A && buyId === DOLLARS)
  expect(found?.executable?.net).toBeCloseTo(60_200 * 0.998 - 60_020, 6)
  scan.release()
  expect([...desk.demand.wanted]).toEqual([])
})

it('compares no coin with a contract, and no real market with a simulated one', async () => {
  const desk = setUp([listed(A), listed(B, 0, { contract: 'linear' }), listed('BTCUSDT:CCC', 0, { simulated: true })])
  const { notes } = (await desk.scan([A, B, 'BTCUSDT:CCC'])).look()
  expect(notes[0]?.instrumentIds).toEqual([A, B, 'BTCUSDT:CCC'])
})

it('says what a currency is worth in dollars, over at most two markets, and that a stablecoin counts as one', async () => {
  const desk = setUp([listed(A), listed('BTCEUR:AAA'), listed('EURUSD:AAA')])
  const watch = new CurrencyWatch(desk.deps, 'XBT', () => {})
  stops.push(() => watch.release())
  await turn()
  expect(watch.now()).toMatchObject({ symbol: 'BTC', price: null, note: 'Conversion instruments not found' })
  await desk.price(A, 60_000, 60_001)
  expect(watch.now()).toMatchObject({ price: 60_000, path: [A], pegged: 'USDT', note: null, simulated: false })
  await desk.price('BTCEUR:AAA', 50_000, 50_010)
  await desk.price('EURUSD:AAA', 1.1, 1.2)
  expect(watch.now()).toMatchObject({ price: 55_000, path: ['BTCEUR:AAA', 'EURUSD:AAA'], pegged: null })
  await desk.price('EURUSD:AAA', 1.1, 1.2, { state: 'backoff' })
  expect(watch.now()).toMatchObject({ price: 60_000 })
})

it('begins with what several venues trade for the same money: real markets first, by their currencies, and not all', () => {
  const venues = ['AAA', 'BBB'].flatMap((venue) => [
    listed(`ETHUSDT:${venue}`),
    listed(`BTCUSDT:${venue}`),
    listed(`BTCEUR:${venue}`, 0, { status: venue === 'AAA' ? 'delisted' : 'active' }),
    ...Array.from({ length: 40 }, (_, i) => listed(`C${i}USDT:${venue}`, 0, { dealt: `C${i}`, quote: 'USDT' })),
  ])
  const simulated = ['SIM', 'SIM2'].map((venue) => listed(`BTCUSDT:${venue}`, 0, { simulated: true }))
  const ids = marketsOfSeveralVenues([...simulated, ...venues])
  expect(ids.slice(0, 4)).toEqual([A, B, 'ETHUSDT:AAA', 'ETHUSDT:BBB'])
  expect(ids).toHaveLength(64)
  expect(marketsOfSeveralVenues(simulated)).toEqual(['BTCUSDT:SIM', 'BTCUSDT:SIM2'])
})
