import { SeededStream, SIMULATED, SIMULATED_ELSEWHERE, type SimulatedProfile } from '@tradeloom/simulation'
import type { VenueLab } from '../../conformance/venue-lab.ts'
import { VirtualClock } from '../../wire/virtual-clock.ts'
import { SimulatedFeed, STALE_MS } from './simulated-feed.ts'

/** The venues are their own stand-ins: time is virtual, and faults are planned. */
export const labs: readonly VenueLab[] = [lab('SIM', SIMULATED), lab('SIM2', SIMULATED_ELSEWHERE)]

function lab(venueId: string, profiles: readonly SimulatedProfile[]): VenueLab {
  return {
    venueId,
    instrumentId: `BTCUSDT:${venueId}`,
    weekendInstrumentId: `EURUSD:${venueId}`,
    staleMs: STALE_MS,
    start: async ({ now, faults, seed }) => {
      const clock = new VirtualClock(now)
      const random = new SeededStream(seed)
      const feed = new SimulatedFeed({ clock, profiles, faults, random: () => random.uniform() })
      return {
        feed,
        now: () => clock.now(),
        advanceTo: async (time) => clock.advanceTo(time),
        subscriptions: () => feed.subscriptions,
        stop: async () => feed.close(),
      }
    },
  }
}
