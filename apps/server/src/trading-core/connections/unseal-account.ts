import type { Vault } from '@tradeloom/vault/open'
import { systemClock, type VenueAccount } from '@tradeloom/venues'
import type { UsableConnection } from './usable-connections.ts'

type SealedAccount = Pick<UsableConnection, 'id' | 'credentials' | 'apiKey' | 'apiSecret' | 'type' | 'urls'>

/** Opens the key of a connection, or that which its guardian has for itself. */
export async function unsealAccount(
  vault: Vault,
  { id, credentials, apiKey, apiSecret, type, urls }: SealedAccount,
  marketDir: string,
  table: 'exchange_keys' | 'guardian_keys' = 'exchange_keys',
): Promise<VenueAccount> {
  const read = async (box: Uint8Array | null, column: string): Promise<string> =>
    box === null ? '' : vault.open(box, { table, row: id, column }, (secret) => Buffer.from(secret).toString())
  return {
    clock: systemClock,
    urls,
    sharedDir: marketDir,
    environment: type,
    credentials:
      credentials === null
        ? { apiKey: await read(apiKey, 'api_key'), apiSecret: await read(apiSecret, 'api_secret') }
        : (JSON.parse(await read(credentials, 'credentials')) as VenueAccount['credentials']),
  }
}
