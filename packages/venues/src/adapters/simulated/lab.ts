import { SIMULATED } from '@tradeloom/simulation'
import type { VenueLab } from '../../conformance/venue-lab.ts'
import { VirtualClock } from '../../wire/virtual-clock.ts'
import { SimulatedFeed } from './simulated-feed.ts'

/** The venue is its own stand-in: time is simulated, and faults are planned. */
export const lab: VenueLab = {
  instrumentId: 'BTCUSDT:SIM',
  weekendInstrumentId: 'EURUSD:SIM',
  start: ({ now, faults }) => {
    const clock = new VirtualClock(now)
    const feed = new SimulatedFeed({ clock, profiles: SIMULATED, faults })
    return {
      feed,
      now: () => clock.now(),
      advanceTo: async (time) => clock.advanceTo(time),
      stop: async () => feed.close(),
    }
  },
}
