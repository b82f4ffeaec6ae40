import type { VenueSettingsRow } from '@tradeloom/database'
import type { VenueAdapter, VenueMarket } from '@tradeloom/venues'

/** What the settings of a venue say of it; undefined for one without. */
type Settings = Pick<VenueSettingsRow, 'isOn' | 'markets'> | undefined

/** The markets that are on while their venue is: its first one, before an administrator has switched any. */
export function chosenMarkets({ needs, markets }: VenueAdapter, settings: Settings): VenueMarket[] {
  const chosen = settings?.markets ?? [markets[0].id]
  return markets.filter(({ id }) => needs === 'nothing' || chosen.includes(id))
}

/** The markets whose instruments are listed and streamed; none of a venue that is off. */
export function marketsOn(adapter: VenueAdapter, settings: Settings): VenueMarket[] {
  return adapter.needs === 'nothing' || settings?.isOn === true ? chosenMarkets(adapter, settings) : []
}
