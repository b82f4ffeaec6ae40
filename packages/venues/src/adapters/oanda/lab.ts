import { LabClock, type OandaLab, startOandaLab } from '@tradeloom/venue-lab'
import { randomOf } from '../../conformance/watch-wire.fixture.ts'
import type { MarketLab, RunningMarketLab, VenueLab, WireFault } from '../../conformance/venue-lab.ts'
import { withFaults } from '../../wire/with-faults.ts'
import { OandaFeed, STALE_MS } from './oanda-feed.ts'
import { tradingLab } from './trading-lab.fixture.ts'
import { settle, watchWire } from './wire-watch.fixture.ts'

/** Prices change that often, at odd seconds. */
const STEP_MS = 2_000
const NAME = 'EUR_USD'
const CANDLES = 'GET /v3/instruments/{instrument}/candles'
const NO_PERPETUALS = 'v20, InstrumentType: there are currencies, metals and CFDs, and no perpetuals'
const NO_BOOK = 'v20, pricing: the venue deals at its own prices, and publishes neither orders nor trades of others'

export const labs: readonly VenueLab[] = [
  {
    venueId: 'OANDA',
    market: {
      instrumentId: 'EURUSD:OANDA',
      weekendInstrumentId: 'EURUSD:OANDA',
      staleMs: STALE_MS,
      denied: {},
      lacks: { book: NO_BOOK, trades: NO_BOOK, ticker: NO_BOOK, mark: NO_PERPETUALS },
      start,
    },
    orders: tradingLab,
    account: {
      ...tradingLab,
      lacks: { mark: NO_PERPETUALS },
      denied: {
        'states what its key may do, and notices a right to withdraw':
          'v20, endpoints: none of them moves money out of an account',
      },
    },
  },
]

async function start({ now, faults, seed }: Parameters<MarketLab['start']>[0]): Promise<RunningMarketLab> {
  const clock = new LabClock(now)
  const lab = await startOandaLab({ clock, seed })
  quoteOn(lab)
  const wire = watchWire()
  const feed = new OandaFeed({
    clock,
    url: lab.rest,
    streams: lab.streams,
    token: lab.token,
    fetch: wire.fetch,
    open: wire.open,
    disturb: (connect) => withFaults(connect, { faults, clock, random: randomOf(seed) }),
  })
  await feed.instruments()
  return {
    feed,
    now: () => clock.now(),
    advanceTo: async (time) => {
      await settle(lab, wire)
      while (clock.now() < time) {
        clock.advanceTo(Math.min(time, Math.floor(clock.now() / STEP_MS + 1) * STEP_MS))
        await settle(lab, wire)
      }
    },
    subscriptions: () => feed.subscriptions,
    befall: (fault) => befall(lab, fault),
    forbiddenRequests: () => lab.forbidden.length,
    stop: async () => {
      feed.close()
      await lab.stop()
    },
  }
}

/** The price is a function of time. While the market is closed there is none. */
function quoteOn({ clock, markets, quote }: OandaLab): void {
  const step = (): void => {
    const at = Math.floor(clock.now() / STEP_MS)
    const bid = 108_000 + Math.round(300 * Math.sin(at / 50) + 40 * Math.sin(at * 1.7))
    if (markets.get(NAME)?.isTradeable) quote(NAME, priceText(bid), priceText(bid + 12))
    clock.at(Math.floor(clock.now() / STEP_MS + 1) * STEP_MS, step)
  }
  quote('USD_JPY', '150.100', '150.112')
  step()
}

function priceText(points: number): string {
  return (points / 100_000).toFixed(5)
}

function befall({ clock, faults, setTradeable }: OandaLab, fault: WireFault): void {
  switch (fault) {
    case 'half-open':
      return faults.add({ when: { connection: 'pricing', time: clock.now() + 1 }, do: 'halfOpen' })
    case 'ban':
      // The venue counts the requests of a second, and does not say when it takes others.
      return faults.add({ when: { request: CANDLES }, do: '429', ms: 1_000 })
    case 'halt':
      return setTradeable(NAME, false)
    case 'clock ahead':
    case 'clock behind':
      return faults.add({ when: { time: clock.now() + 1 }, do: 'skew', ms: fault === 'clock ahead' ? 2_000 : -2_000 })
    case 'old snapshot':
      throw new Error(NO_BOOK)
  }
}
