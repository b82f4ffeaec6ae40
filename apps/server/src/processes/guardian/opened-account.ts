import type { Vault } from '@tradeloom/vault/open'
import type { VenueAccount, VenueAdapter } from '@tradeloom/venues'
import { unsealAccount } from '../../trading-core/connections/unseal-account.ts'
import type { SealedConnection } from './stored-guards.ts'

export interface OpenedParts {
  readonly adapters: readonly VenueAdapter[]
  /** Null if there is no key to open secrets with. */
  readonly vault: Promise<Vault | null>
  readonly marketDir: string
}

/** Opens the key of a connection: where the guardian has one of its own, that one. */
export async function openedAccount(
  connection: SealedConnection,
  { adapters, vault: opening, marketDir }: OpenedParts,
): Promise<{ adapter: VenueAdapter; account: VenueAccount }> {
  const [vault, adapter] = [await opening, adapters.find(({ id }) => id === connection.venueId)]
  if (!vault || !adapter) throw new Error('The key of the account cannot be opened')
  const { id, type = 'live', urls, accountNo, guardianKey } = connection
  const box = (base64: string | null | undefined): Uint8Array | null =>
    typeof base64 === 'string' ? Buffer.from(base64, 'base64') : null
  const [apiKey, apiSecret] = [box(connection.apiKey), box(connection.apiSecret)]
  const sealed = { id, type, urls, credentials: box(guardianKey) ?? box(connection.credentials), apiKey, apiSecret }
  const table = typeof guardianKey === 'string' ? 'guardian_keys' : 'exchange_keys'
  // What others have to leave of the rate budget is there for this.
  const account = { ...(await unsealAccount(vault, sealed, marketDir, table)), isUrgent: true }
  return { adapter, account: accountNo === undefined ? account : { ...account, accountNo } }
}
