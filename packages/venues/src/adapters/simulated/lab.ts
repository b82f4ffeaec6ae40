import { SeededStream, SIMULATED, SIMULATED_ELSEWHERE, type SimulatedProfile } from '@tradeloom/simulation'
import type { VenueLab } from '../../conformance/venue-lab.ts'
import { VirtualClock } from '../../wire/virtual-clock.ts'
import type { Fault } from '../../wire/with-faults.ts'
import { SimulatedFeed, STALE_MS } from './simulated-feed.ts'

/** It is simulated in the process of its client, as its decision record says. */
const NO_WIRE = 'The simulated market has no wire: nothing can be forbidden, late or apart'
const DENIED = {
  'sends nothing while the venue forbids it, and goes on afterwards': NO_WIRE,
  'says that trading in an instrument is halted': 'The simulated market closes by its calendar, and never halts',
  'waits for a snapshot of the book that is as new as its changes': NO_WIRE,
  'measures how far its clock is from that of the venue, either way': NO_WIRE,
}
/** Never happens by itself; with it, others may be added later. */
const NEVER: Fault = { when: { time: Infinity }, do: 'stall' }

/** The venues are their own stand-ins: time is virtual, and faults are planned. */
export const labs: readonly VenueLab[] = [lab('SIM', SIMULATED), lab('SIM2', SIMULATED_ELSEWHERE)]

function lab(venueId: string, profiles: readonly SimulatedProfile[]): VenueLab {
  return {
    venueId,
    market: {
      instrumentId: `BTCUSDT:${venueId}`,
      weekendInstrumentId: `EURUSD:${venueId}`,
      staleMs: STALE_MS,
      denied: DENIED,
      lacks: { mark: 'The simulated market has no perpetuals' },
      start: async ({ now, faults, seed }) => {
        const clock = new VirtualClock(now)
        const random = new SeededStream(seed)
        const planned = [...faults, NEVER]
        const feed = new SimulatedFeed({ clock, profiles, faults: planned, random: () => random.uniform() })
        return {
          feed,
          now: () => clock.now(),
          advanceTo: async (time) => clock.advanceTo(time),
          subscriptions: () => feed.subscriptions,
          befall: (fault) => {
            if (fault !== 'half-open') throw new Error(`${fault}: ${NO_WIRE}`)
            planned.push({ when: { time: clock.now() }, do: 'stall' })
          },
          forbiddenRequests: () => 0,
          stop: async () => feed.close(),
        }
      },
    },
  }
}
