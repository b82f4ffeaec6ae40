import { type BitfinexLab, LabClock, startBitfinexLab } from '@tradeloom/venue-lab'
import type { MarketLab, RunningMarketLab, VenueLab, WireFault } from '../../conformance/venue-lab.ts'
import { randomOf, settle, watchWire } from '../../conformance/watch-wire.fixture.ts'
import { withFaults } from '../../wire/with-faults.ts'
import { BitfinexFeed } from './bitfinex-feed.ts'
import { STALE_MS } from './bitfinex-limits.ts'
import { commandOf } from './lab-commands.fixture.ts'
import { labBook } from './lab-market.fixture.ts'
import { tradingLab } from './trading-lab.fixture.ts'

/** Messages are that far apart, at odd seconds. */
const STEP_MS = 2_000
const SYMBOL = 'tBTCUSD'
const OLD_SNAPSHOT =
  'WebSocket API, books: the snapshot is the first message of its channel, and never older than what follows'
const after = (time: number): number => Math.floor((time - 1_000) / STEP_MS) * STEP_MS + 1_000 + STEP_MS

const LACKS = { mark: 'REST API, configs: pairs of the exchange and margin wallets are no perpetuals' }

export const labs: readonly VenueLab[] = [
  {
    venueId: 'BITFINEX',
    market: {
      instrumentId: 'BTCUSD:BITFINEX',
      weekendInstrumentId: null,
      staleMs: STALE_MS,
      denied: {
        'says that a market is closed, in its list and while nothing trades':
          'REST API, configs: a pair has no hours; they trade around the clock',
        'waits for a snapshot of the book that is as new as its changes': OLD_SNAPSHOT,
      },
      lacks: LACKS,
      start,
    },
    orders: tradingLab('exchange'),
    account: { ...tradingLab('exchange'), denied: {}, lacks: LACKS },
  },
  {
    venueId: 'BITFINEX',
    mode: 'margin wallet',
    orders: tradingLab('margin'),
    account: { ...tradingLab('margin'), denied: {} },
  },
]

async function start({ now, faults, seed }: Parameters<MarketLab['start']>[0]): Promise<RunningMarketLab> {
  const clock = new LabClock(now)
  const first = after(now)
  const before = labBook(first - STEP_MS, STEP_MS)
  const lab = await startBitfinexLab({ clock, seed, books: { BTCUSD: before } })
  lab.markets.follow(SYMBOL, first, STEP_MS, (time) => {
    const levels = labBook(time, STEP_MS)
    return { levels, trade: levels[0]?.[0] ?? 0 }
  })
  const wire = watchWire(commandOf)
  const feed = new BitfinexFeed({
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

function befall({ clock, faults, setOperative }: BitfinexLab, fault: WireFault): void {
  switch (fault) {
    case 'half-open':
      return faults.add({ when: { connection: 'channels', time: clock.now() + 1 }, do: 'halfOpen' })
    case 'ban':
      return faults.add({ when: { request: `GET /v2/candles/trade:1m:${SYMBOL}/hist` }, do: '429', ms: 30_000 })
    case 'halt':
      return setOperative(false)
    case 'clock ahead':
    case 'clock behind':
      return faults.add({ when: { time: clock.now() + 1 }, do: 'skew', ms: fault === 'clock ahead' ? 2_000 : -2_000 })
    case 'old snapshot':
      throw new Error(OLD_SNAPSHOT)
  }
}
