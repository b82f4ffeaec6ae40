import type { DataLogin } from '@tradeloom/contracts'
import type { Vault } from '@tradeloom/vault/open'
import type { MarketFeed, VenueAdapter, VenueAddresses } from '@tradeloom/venues'
import { unsealAccount } from './unseal-account.ts'

export interface AccountFeedOptions {
  readonly adapter: VenueAdapter
  readonly login: DataLogin
  readonly urls: VenueAddresses
  readonly marketDir: string
}

/** Opens prices with the key of a connection. */
export async function openAccountFeed(
  vault: Vault | null,
  { adapter, login, urls, marketDir }: AccountFeedOptions,
): Promise<MarketFeed> {
  if (!vault || !adapter.openAccountFeed) throw new Error('The key of the connection cannot be opened')
  const { connectionId: id, environment: type, credentials } = login
  const box = Buffer.from(credentials, 'base64')
  const sealed = { id, type, urls, credentials: box, apiKey: null, apiSecret: null }
  return adapter.openAccountFeed(await unsealAccount(vault, sealed, marketDir))
}
