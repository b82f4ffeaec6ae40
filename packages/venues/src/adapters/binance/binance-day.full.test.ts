import { LabClock, startBinanceLab } from '@tradeloom/venue-lab'
import { expect, it, onTestFinished } from 'vitest'
import { listener } from '../../conformance/listener.fixture.ts'
import type { QuoteMessage } from '../../ports/market-feed.ts'
import { BinanceMarket } from './binance-market.ts'
import { SPOT_PRICES } from './spot-prices.ts'
import { labBook, labFrames } from './lab-market.fixture.ts'
import { settle, watchWire } from '../../conformance/watch-wire.fixture.ts'

const BTC = 'BTCUSDT:BINANCE'
const NOON = Date.UTC(2026, 10, 25, 12)
const HOUR = 3_600_000
const STEP_MS = 5_000
const HOURS = 26

it('loses no price and doubles none over a day, although the venue ends each connection after one', async () => {
  const clock = new LabClock(NOON)
  const frames = labFrames(NOON + STEP_MS, NOON + HOURS * HOUR, STEP_MS)
  const lab = await startBinanceLab({ clock, frames, books: { BTCUSDT: labBook(NOON, STEP_MS) } })
  const wire = watchWire()
  const feed = new BinanceMarket(SPOT_PRICES, { clock, urls: lab, openSocket: wire.openSocket, fetch: wire.fetch })
  onTestFinished(async () => {
    feed.close()
    await lab.stop()
  })
  await feed.instruments()
  const heard = listener()
  feed.open('quote', BTC, heard.sink)
  const advance = async (to: number): Promise<void> => {
    while (clock.now() < to) {
      clock.advanceTo(Math.min(to, clock.now() + STEP_MS))
      await settle(lab, wire)
    }
  }
  await settle(lab, wire)
  await advance(NOON + 60_000)
  const before = heard.of('quote').length
  await advance(NOON + HOURS * HOUR)
  expect([lab.sockets.accepted.streams, lab.sockets.open('streams')]).toEqual([2, 1])
  // Between two prices it is quiet; it is never silent and never connects again.
  expect(new Set(heard.states)).toEqual(new Set(['connecting', 'live', 'quiet']))
  const quotes = heard.of('quote') as QuoteMessage[]
  expect(quotes.length - before).toBe((HOURS * HOUR - 60_000) / STEP_MS)
  expect(quotes.filter(({ isAfterGap }) => isAfterGap)).toEqual([])
  const bids = labFrames(NOON + STEP_MS, NOON + HOURS * HOUR, STEP_MS)
    .filter(({ stream }) => stream.endsWith('bookTicker'))
    .map(({ data }) => Number((JSON.parse(data) as { b: string }).b))
  expect(quotes.map(({ bid }) => bid)).toEqual(bids.slice(-quotes.length))
})
