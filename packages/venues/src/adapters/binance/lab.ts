import { BTCUSDT, LabClock, startBinanceLab } from '@tradeloom/venue-lab'
import type { MarketLab, RunningMarketLab, VenueLab } from '../../conformance/venue-lab.ts'
import { withFaults } from '../../wire/with-faults.ts'
import { BinanceMarket, STALE_MS } from './binance-market.ts'
import { labBook, labFrames } from './lab-market.fixture.ts'
import { SPOT_PRICES } from './spot-prices.ts'
import { tradingLab } from './trading-lab.fixture.ts'
import { usdmMarketLab } from './usdm/usdm-market-lab.fixture.ts'
import { hedgedTradingLab, usdmTradingLab } from './usdm/usdm-trading-lab.fixture.ts'
import { befall } from './wire-faults.fixture.ts'
import { randomOf, settle, watchWire } from '../../conformance/watch-wire.fixture.ts'

/** Messages are that far apart, at odd seconds. */
const STEP_MS = 2_000
const HOURS = 6
const after = (time: number): number => Math.floor((time - 1_000) / STEP_MS) * STEP_MS + 1_000 + STEP_MS

const DENIED = {
  'says that a market is closed, in its list and while nothing trades':
    'Spot API, enum definitions: a symbol has a status and no hours; spot trades around the clock',
}

const LACKS = { mark: 'Spot API, streams: nothing is borrowed, so there is neither a mark price nor funding' }

export const labs: readonly VenueLab[] = [
  {
    venueId: 'BINANCE',
    market: {
      instrumentId: 'BTCUSDT:BINANCE',
      weekendInstrumentId: null,
      staleMs: STALE_MS,
      denied: DENIED,
      lacks: LACKS,
      start,
    },
    orders: tradingLab,
    account: { ...tradingLab, denied: {}, lacks: LACKS },
  },
  {
    venueId: 'BINANCE',
    marketId: 'usdm',
    market: usdmMarketLab,
    orders: usdmTradingLab,
    account: { ...usdmTradingLab, denied: {} },
  },
  {
    venueId: 'BINANCE',
    marketId: 'usdm',
    mode: 'in hedge mode',
    orders: hedgedTradingLab,
    account: { ...hedgedTradingLab, denied: {} },
  },
]

async function start({ now, faults, seed }: Parameters<MarketLab['start']>[0]): Promise<RunningMarketLab> {
  const clock = new LabClock(now)
  const first = after(now)
  const lab = await startBinanceLab({
    clock,
    symbols: [BTCUSDT],
    seed,
    books: { BTCUSDT: labBook(first - STEP_MS, STEP_MS) },
    frames: framesFrom(first),
  })
  const wire = watchWire()
  const feed = new BinanceMarket(SPOT_PRICES, {
    clock,
    urls: lab,
    openSocket: wire.openSocket,
    fetch: wire.fetch,
    disturb: (connect) => withFaults(connect, { faults, clock, random: randomOf(seed) }),
  })
  await feed.instruments()
  return {
    feed,
    now: () => clock.now(),
    advanceTo: async (time) => {
      await settle(lab, wire)
      while (clock.now() < time) {
        clock.advanceTo(Math.min(time, after(clock.now())))
        await settle(lab, wire)
      }
    },
    subscriptions: () => feed.subscriptions,
    befall: (fault) => befall({ ...lab, path: '/api/v3', connection: 'streams' }, fault),
    forbiddenRequests: () => lab.forbidden.length,
    stop: async () => {
      feed.close()
      await lab.stop()
    },
  }
}

/** Most cases begin at the same time, and frames are many. */
const FRAMES = new Map<number, ReturnType<typeof labFrames>>()

function framesFrom(first: number): ReturnType<typeof labFrames> {
  const frames = FRAMES.get(first) ?? labFrames(first, first + HOURS * 3_600_000, STEP_MS)
  FRAMES.set(first, frames)
  return frames
}
