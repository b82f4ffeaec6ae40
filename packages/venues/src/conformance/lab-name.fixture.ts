import type { VenueAdapter, VenueMarket } from '../ports/venue-adapter.ts'
import type { VenueLab } from './venue-lab.ts'

/** The market of which a stand-in is. */
export function marketOf({ venueId, marketId }: VenueLab, adapters: readonly VenueAdapter[]): VenueMarket {
  const markets = adapters.find(({ id }) => id === venueId)?.markets
  const market = markets?.find(({ id }, at) => (marketId === undefined ? at === 0 : id === marketId))
  if (!market) throw new Error(`${venueId} has no market ${marketId ?? ''}`)
  return market
}

/** The venue, with its market where that is not its first one, and with the mode of its account. */
export function nameOf(lab: VenueLab, adapters: readonly VenueAdapter[]): string {
  const names = lab.marketId === undefined ? [lab.venueId] : [lab.venueId, marketOf(lab, adapters).name]
  return [...names, ...(lab.mode === undefined ? [] : [lab.mode])].join(' ')
}
