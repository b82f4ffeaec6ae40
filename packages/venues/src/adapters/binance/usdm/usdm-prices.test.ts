import { LabClock, startUsdmLab, type UsdmLab, type UsdmLabOptions } from '@tradeloom/venue-lab'
import { afterEach, expect, it } from 'vitest'
import { listener } from '../../../conformance/listener.fixture.ts'
import type { FeedKind } from '../../../ports/market-feed.ts'
import { BinanceFeed } from '../binance-feed.ts'
import { BinanceMarket } from '../binance-market.ts'
import type { PriceWire } from '../price-wire.ts'
import { SPOT_PRICES } from '../spot-prices.ts'
import { settle, watchWire } from '../../../conformance/watch-wire.fixture.ts'
import { contractBook, contractFrames } from './contract-frames.fixture.ts'
import { USDM_PRICES } from './usdm-prices.ts'

const BTC = 'BTCUSDT.P:BINANCE'
const NOON = Date.UTC(2026, 10, 25, 12)
const STEP_MS = 1_000

const running: { feed: BinanceMarket; lab: UsdmLab }[] = []
afterEach(async () => {
  for (const { feed, lab } of running.splice(0)) {
    feed.close()
    await lab.stop()
  }
})

async function start(options: Partial<UsdmLabOptions> = {}, prices: PriceWire = USDM_PRICES) {
  const clock = new LabClock(NOON)
  const frames = contractFrames(NOON + STEP_MS, NOON + 600_000, STEP_MS)
  const lab = await startUsdmLab({ clock, frames, books: { BTCUSDT: contractBook(NOON, STEP_MS) }, ...options })
  const wire = watchWire()
  const feed = new BinanceMarket(prices, { clock, urls: lab, openSocket: wire.openSocket, fetch: wire.fetch })
  running.push({ feed, lab })
  await feed.instruments()
  const listen = (kind: FeedKind) => {
    const heard = listener()
    feed.open(kind, BTC, heard.sink)
    return heard
  }
  const advance = async (ms: number): Promise<void> => {
    await settle(lab, wire)
    for (const end = clock.now() + ms; clock.now() < end;) {
      clock.advanceTo(Math.min(end, clock.now() + 250))
      await settle(lab, wire)
    }
  }
  return { lab, feed, clock, listen, advance }
}

it('lists perpetuals alone, with their steps, limits, fees and the accounts that trade them', async () => {
  const { feed } = await start()
  expect(await feed.instruments()).toMatchObject([
    {
      id: BTC,
      symbol: 'BTCUSDT.P',
      displaySymbol: 'BTC/USDT perpetual',
      contract: 'linear',
      accounts: ['netting', 'hedging'],
      status: 'active',
      precision: 1,
      quoteStep: 0.1,
      lotSize: 0.001,
      minQuantity: 0.001,
      maxQuantity: 1_000,
      minNotional: 5,
      maxOrders: 200,
      maxStops: 10,
      marginRate: 0.05,
      commission: { makerPercent: 0.02, takerPercent: 0.05 },
    },
  ])
})

it('passes no trade on that the venue has not made in the market', async () => {
  const { lab, listen, advance } = await start()
  const trades = listen('trade')
  await advance(60_000)
  const all = trades.of('trades').flatMap((message) => message.trades)
  expect(lab.subscribers('btcusdt@trade')).toBe(1)
  expect(all.length).toBeGreaterThan(50)
  expect(all.filter(({ price }) => price < 10_000)).toEqual([])
})

it('reads prices at one address and what is derived from them at another one', async () => {
  const { lab, listen, advance } = await start()
  const [quotes, marks, tickers] = [listen('quote'), listen('mark'), listen('ticker')]
  lab.funding.rate = '-0.00025000'
  lab.funding.setMark('BTCUSDT', '60123.45')
  await advance(10_000)
  expect(lab.sockets.accepted).toMatchObject({ public: 1, market: 1, unrouted: 0 })
  expect(marks.of('mark').at(-1)).toMatchObject({
    markPrice: 60_123.45,
    fundingRate: -0.00025,
    nextFundingTime: Date.UTC(2026, 10, 25, 16),
  })
  expect(quotes.of('quote').length).toBeGreaterThan(5)
  expect(tickers.of('ticker').length).toBeGreaterThan(5)
})

it('gives an address up that accepts the connection and sends nothing', async () => {
  const stream = (name: string) => ({ path: '', name })
  const streams = { ...USDM_PRICES.streams, quote: stream('bookTicker') }
  const { lab, listen, advance } = await start({}, { ...USDM_PRICES, streams })
  const quotes = listen('quote')
  await advance(60_000)
  expect(lab.sockets.accepted.unrouted).toBeGreaterThan(1)
  expect([quotes.of('quote'), quotes.states.includes('stale'), quotes.states.includes('live')]).toEqual([
    [],
    true,
    false,
  ])
})

it('connects again where a connection is mute from its beginning', async () => {
  const { lab, listen, advance } = await start({ faults: [{ when: { connection: 'public' }, do: 'stall' }] })
  const quotes = listen('quote')
  await advance(60_000)
  expect(lab.sockets.accepted.public).toBeGreaterThan(1)
  expect(quotes.states.at(-1)).toBe('live')
})

it('is a market of the venue beside its spot market, which is asked only if it is wanted', async () => {
  const { feed: usdm, lab } = await start()
  const wire = watchWire()
  const never = { rest: 'http://127.0.0.1:9', streams: 'ws://127.0.0.1:9' }
  const context = { clock: lab.clock, urls: never, openSocket: wire.openSocket, fetch: wire.fetch }
  const spot = new BinanceMarket(SPOT_PRICES, context)
  const market = (id: string, prices: BinanceMarket, has: (id: string) => boolean) => ({ id, name: id, prices, has })
  const feed = new BinanceFeed([
    market('spot', spot, (id) => SPOT_PRICES.symbolOf(id) !== null),
    market('usdm', usdm, (id) => USDM_PRICES.symbolOf(id) !== null),
  ])
  expect((await feed.instruments(['usdm'])).map(({ id }) => id)).toEqual([BTC])
  await expect(feed.instruments()).rejects.toThrow()
  expect(() => feed.open('mark', 'BTCUSDT:BINANCE', listener().sink)).toThrow('Instrument not available')
  expect(() => feed.open('quote', 'BTCUSDT.P:SIM', listener().sink)).toThrow('Instrument not available')
  spot.close()
})
