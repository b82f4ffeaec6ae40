import type { DataLogin } from '@tradeloom/contracts'
import { type Drizzle, readListings, readVenueSettings } from '@tradeloom/database'
import type { ListedInstrument } from '@tradeloom/domain'
import type { VenueAdapter, VenueAddresses } from '@tradeloom/venues'
import { needsLogin } from '../../../trading-core/connections/data-logins.ts'
import { usableConnections } from '../../../trading-core/connections/usable-connections.ts'
import { marketsOn } from '../../markets/markets-on.ts'

export interface FetchSourceDeps {
  readonly db: Drizzle
  readonly adapters: readonly VenueAdapter[]
  /** Where venues are reached if their settings name no other addresses, by id. */
  readonly urls: Readonly<Record<string, VenueAddresses>>
}

/** Where the history of an instrument comes from. */
export interface FetchSource {
  readonly listing: ListedInstrument
  readonly adapter: VenueAdapter
  readonly urls: VenueAddresses
  /** Whether the venue shows its prices to accounts alone: what one of them is shown belongs to its owner. */
  readonly isPrivate: boolean
  readonly login: DataLogin | null
  /** Why the venue cannot be asked now. */
  readonly problem: string | null
}

/** Null for an instrument that no venue of this installation lists. */
export async function findSource(
  { db, adapters, urls }: FetchSourceDeps,
  instrumentId: string,
  userId: string,
): Promise<FetchSource | null> {
  const listing = (await readListings(db)).find(({ id }) => id === instrumentId)
  const adapter = adapters.find(({ id }) => id === listing?.broker)
  if (!listing || !adapter || listing.simulated) return null
  const settings = (await readVenueSettings(db)).get(adapter.id)
  const isPrivate = needsLogin(adapter)
  const of = { listing, adapter, urls: { ...urls[adapter.id], ...settings?.addresses }, isPrivate }
  if (!marketsOn(adapter, settings).some((market) => market.has(instrumentId))) {
    const problem = `${adapter.displayName} is switched off. An administrator can switch it on`
    return { ...of, login: null, problem }
  }
  if (!isPrivate) return { ...of, login: null, problem: null }
  const login = await loginOf({ db, adapters: [adapter], urls }, userId)
  const name = adapter.displayName
  const problem = `${name} shows its prices to accounts alone. Connect yours with a key, and what it is shown is fetched for you`
  return { ...of, login, problem: login === null ? problem : null }
}

/** The user's own account at the venue, not the one that gives prices to everybody. */
async function loginOf({ db, adapters, urls }: FetchSourceDeps, userId: string): Promise<DataLogin | null> {
  const connections = await usableConnections(db, adapters, urls)
  const own = connections.find((one) => one.userId === userId && one.connectionError === null)
  if (!own?.credentials) return null
  const credentials = Buffer.from(own.credentials).toString('base64')
  return { connectionId: own.id, environment: own.type, credentials }
}
