import type { DataLogin } from '@tradeloom/contracts'
import type { Vault } from '@tradeloom/vault/open'
import type { MarketFeed, VenueAdapter, VenueAddresses } from '@tradeloom/venues'
import { unsealAccount } from '../../trading-core/connections/unseal-account.ts'

export interface AccountFeedOptions {
  readonly adapter: VenueAdapter
  readonly login: DataLogin
  readonly urls: VenueAddresses
  readonly marketDir: string
}

/** Opens prices with the key of a connection. */
export function accountFeeds(vault: Promise<Vault | null>) {
  return async ({ adapter, login, urls, marketDir }: AccountFeedOptions): Promise<MarketFeed> => {
    const opened = await vault
    if (!opened || !adapter.openAccountFeed) throw new Error('The key of the marked connection cannot be opened')
    const { connectionId: id, environment: type, credentials } = login
    const box = Buffer.from(credentials, 'base64')
    const sealed = { id, type, urls, credentials: box, apiKey: null, apiSecret: null }
    return adapter.openAccountFeed(await unsealAccount(opened, sealed, marketDir))
  }
}
