import { type BinanceLab, BTCUSDT, LabClock, startBinanceLab } from '@tradeloom/venue-lab'
import type { MarketLab, RunningMarketLab, VenueLab, WireFault } from '../../conformance/venue-lab.ts'
import { withFaults } from '../../wire/with-faults.ts'
import { BinanceFeed, STALE_MS } from './binance-feed.ts'
import { labBook, labFrames } from './lab-market.fixture.ts'
import { tradingLab } from './trading-lab.fixture.ts'
import { settle, watchWire } from './wire-watch.fixture.ts'

/** Messages are that far apart, at odd seconds. */
const STEP_MS = 2_000
const HOURS = 6
const after = (time: number): number => Math.floor((time - 1_000) / STEP_MS) * STEP_MS + 1_000 + STEP_MS

const DENIED = {
  'says that a market is closed, in its list and while nothing trades':
    'Spot API, enum definitions: a symbol has a status and no hours; spot trades around the clock',
}

export const labs: readonly VenueLab[] = [
  {
    venueId: 'BINANCE',
    market: { instrumentId: 'BTCUSDT:BINANCE', weekendInstrumentId: null, staleMs: STALE_MS, denied: DENIED, start },
    orders: tradingLab,
    account: { ...tradingLab, denied: {} },
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
  const feed = new BinanceFeed({
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
    befall: (fault) => befall(lab, fault),
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

function befall({ clock, faults, markets }: BinanceLab, fault: WireFault): void {
  switch (fault) {
    case 'half-open':
      return faults.add({ when: { connection: 'streams', time: clock.now() + 1 }, do: 'halfOpen' })
    case 'ban':
      return faults.add({ when: { request: 'GET /api/v3/klines' }, do: '429', ms: 30_000 })
    case 'old snapshot':
      return faults.add({ when: { request: 'GET /api/v3/depth' }, do: 'oldSnapshot' })
    case 'halt': {
      const market = markets.get('BTCUSDT')
      if (market) market.symbol.status = 'HALT'
      return
    }
    case 'clock ahead':
    case 'clock behind':
      return faults.add({ when: { time: clock.now() + 1 }, do: 'skew', ms: fault === 'clock ahead' ? 2_000 : -2_000 })
  }
}

function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}
