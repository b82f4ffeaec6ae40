import { createHmac } from 'node:crypto'
import type { BitfinexAccount, BitfinexKey } from '../trading/account.ts'
import { BitfinexError } from './bitfinex-error.ts'

export interface Signed {
  readonly apiKey: unknown
  readonly nonce: unknown
  readonly signature: unknown
  /** What the signature is of. */
  readonly payload: string
}

/** Which key it is. Throws BitfinexError; a nonce that was used counts as used whatever comes of its request. */
export function authenticate(
  accounts: readonly BitfinexAccount[],
  { apiKey, nonce, signature, payload }: Signed,
): BitfinexKey {
  const key = accounts.flatMap(({ keys }) => keys).find((one) => one.apiKey === apiKey && !one.isRevoked)
  if (!key) throw new BitfinexError(10_100, 'apikey: invalid')
  if (createHmac('sha384', key.secret).update(payload).digest('hex') !== signature)
    throw new BitfinexError(10_100, 'apikey: digest invalid')
  if (!/^\d{1,16}$/.test(String(nonce)) || BigInt(String(nonce)) <= key.lastNonce)
    throw new BitfinexError(10_114, 'nonce: small')
  key.lastNonce = BigInt(String(nonce))
  return key
}
