import { LabClock, startUsdmLab } from '@tradeloom/venue-lab'
import type { MarketLab, RunningMarketLab } from '../../../conformance/venue-lab.ts'
import { withFaults } from '../../../wire/with-faults.ts'
import { BinanceMarket, STALE_MS } from '../binance-market.ts'
import { befall } from '../wire-faults.fixture.ts'
import { randomOf, settle, watchWire } from '../../../conformance/watch-wire.fixture.ts'
import { contractBook, contractFrames } from './contract-frames.fixture.ts'
import { USDM_PRICES } from './usdm-prices.ts'

/** Messages are that far apart, at odd seconds. */
const STEP_MS = 2_000
const HOURS = 6
const after = (time: number): number => Math.floor((time - 1_000) / STEP_MS) * STEP_MS + 1_000 + STEP_MS

export const usdmMarketLab: MarketLab = {
  instrumentId: 'BTCUSDT.P:BINANCE',
  weekendInstrumentId: null,
  staleMs: STALE_MS,
  denied: {
    'says that a market is closed, in its list and while nothing trades':
      'USD-M futures, exchange information: a contract has a status and no hours; perpetuals trade around the clock',
  },
  start,
}

async function start({ now, faults, seed }: Parameters<MarketLab['start']>[0]): Promise<RunningMarketLab> {
  const clock = new LabClock(now)
  const first = after(now)
  const lab = await startUsdmLab({
    clock,
    seed,
    books: { BTCUSDT: contractBook(first - STEP_MS, STEP_MS) },
    frames: framesFrom(first),
  })
  const wire = watchWire()
  const feed = new BinanceMarket(USDM_PRICES, {
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
    befall: (fault) => befall({ ...lab, path: '/fapi/v1', connection: 'public' }, fault),
    forbiddenRequests: () => lab.forbidden.length,
    stop: async () => {
      feed.close()
      await lab.stop()
    },
  }
}

/** Most cases begin at the same time, and frames are many. */
const FRAMES = new Map<number, ReturnType<typeof contractFrames>>()

function framesFrom(first: number): ReturnType<typeof contractFrames> {
  const frames = FRAMES.get(first) ?? contractFrames(first, first + HOURS * 3_600_000, STEP_MS)
  FRAMES.set(first, frames)
  return frames
}
