import { createHash } from 'node:crypto'
import { Aes256Gcm, CipherSuite, DhkemX25519HkdfSha256, HkdfSha256 } from '@hpke/core'

/** Where a box is kept. It opens there and nowhere else, so that a box cannot be moved to another user's row. */
export interface BoxPlace {
  readonly table: string
  readonly row: string
  readonly column: string
}

/** `wrong-key`: sealed for another key; `damaged-box`: changed, cut, or moved; the others concern the key. */
export type VaultErrorCode = 'wrong-key' | 'damaged-box' | 'bad-key' | 'exposed-key'

/** What is said wherever secrets are needed that were sealed under another master key. */
export const WRONG_MASTER_KEY =
  'The master key does not belong to this database. Exchange keys cannot be read. Restore keys/master, or delete the keys and enter them again.'

/** Never has a secret, a key or a box in its text. */
export class VaultError extends Error {
  override readonly name = 'VaultError'
  readonly code: VaultErrorCode

  constructor(code: VaultErrorCode, message: string) {
    super(message)
    this.code = code
  }
}

/** HPKE in base mode, RFC 9180. */
export const suite = new CipherSuite({
  kem: new DhkemX25519HkdfSha256(),
  kdf: new HkdfSha256(),
  aead: new Aes256Gcm(),
})

/** Layout of a box: version, key id, encapsulated key, sealed bytes. */
export const VERSION = 1
export const KEY_ID_AT = 1
export const ENCAPSULATED_AT = 9
export const SEALED_AT = 41
/** Of the tag that an empty secret would have. */
export const MIN_BOX_BYTES = SEALED_AT + 16

/** Which key a box is sealed for: the beginning of the public key's hash. */
export function keyId(publicKey: Uint8Array): Buffer {
  return createHash('sha256')
    .update(publicKey)
    .digest()
    .subarray(0, ENCAPSULATED_AT - KEY_ID_AT)
}

/** The bytes that a box is bound to; a length before each part, so that no two places are the same bytes. */
export function placeBytes({ table, row, column }: BoxPlace): ArrayBuffer {
  return bytesOf(new TextEncoder().encode(JSON.stringify([table, row, column])))
}

/** A copy with a buffer of its own: small Node buffers share one. */
export function bytesOf(bytes: Uint8Array): ArrayBuffer {
  return Uint8Array.from(bytes).buffer
}
