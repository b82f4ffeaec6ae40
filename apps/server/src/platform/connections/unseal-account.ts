import type { Vault } from '@tradeloom/vault/open'
import { systemClock, type VenueAccount } from '@tradeloom/venues'
import type { UsableConnection } from './usable-connections.ts'

/** Opens the key of a connection. */
export async function unsealAccount(
  vault: Vault,
  { id, apiKey, apiSecret, urls }: Pick<UsableConnection, 'id' | 'apiKey' | 'apiSecret' | 'urls'>,
  marketDir: string,
): Promise<VenueAccount> {
  const read = (box: Uint8Array, column: string): Promise<string> =>
    vault.open(box, { table: 'exchange_keys', row: id, column }, (secret) => Buffer.from(secret).toString())
  return {
    clock: systemClock,
    urls,
    sharedDir: marketDir,
    key: await read(apiKey, 'api_key'),
    secret: await read(apiSecret, 'api_secret'),
  }
}
