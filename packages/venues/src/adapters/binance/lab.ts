import { BTCUSDT, LabClock, startBinanceLab } from '@tradeloom/venue-lab'
import type { VenueLab } from '../../conformance/venue-lab.ts'
import { withFaults } from '../../wire/with-faults.ts'
import { BinanceFeed, STALE_MS } from './binance-feed.ts'
import { labBook, labFrames } from './lab-market.fixture.ts'
import { settle, watchWire } from './wire-watch.fixture.ts'

/** Messages are that far apart, at odd seconds. */
const STEP_MS = 2_000
const HOURS = 6
const after = (time: number): number => Math.floor((time - 1_000) / STEP_MS) * STEP_MS + 1_000 + STEP_MS

export const labs: readonly VenueLab[] = [
  {
    venueId: 'BINANCE',
    instrumentId: 'BTCUSDT:BINANCE',
    weekendInstrumentId: null,
    staleMs: STALE_MS,
    start: async ({ now, faults, seed }) => {
      const clock = new LabClock(now)
      const first = after(now)
      const lab = await startBinanceLab({
        clock,
        symbols: [BTCUSDT],
        seed,
        books: { BTCUSDT: labBook(first - STEP_MS, STEP_MS) },
        frames: labFrames(first, now + HOURS * 3_600_000, STEP_MS),
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
        stop: async () => {
          feed.close()
          await lab.stop()
        },
      }
    },
  },
]

function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}
