import { SIMULATED, SIMULATED_ELSEWHERE, type SimulatedProfile } from '@tradeloom/simulation'
import type { VenueAdapter } from '../../ports/venue-adapter.ts'
import { NEVER_CLOSED } from '../../wire/never-closed.ts'
import { SimulatedFeed } from './simulated-feed.ts'

/** Two venues without key and network, so that everything live can be tried at once. */
export const adapters: readonly VenueAdapter[] = [
  venue('SIM', 'Simulated venue', SIMULATED),
  venue('SIM2', 'Second simulated venue', SIMULATED_ELSEWHERE),
]

function venue(id: string, displayName: string, profiles: readonly SimulatedProfile[]): VenueAdapter {
  return {
    id,
    displayName,
    needs: 'nothing',
    markets: [{ id: 'spot', name: 'Spot', has: () => true }],
    addresses: { streams: 'simulated://open-as-markets-are' },
    openFeed: ({ clock, urls }) => {
      const isNeverClosed = urls?.['streams'] === NEVER_CLOSED
      return new SimulatedFeed({ clock, profiles, isNeverClosed })
    },
  }
}
