import type { webcrypto } from 'node:crypto'
import {
  type BoxPlace,
  bytesOf,
  ENCAPSULATED_AT,
  KEY_ID_AT,
  keyId,
  MIN_BOX_BYTES,
  placeBytes,
  SEALED_AT,
  suite,
  VaultError,
  VERSION,
} from './box.ts'
import { publicKeyOf } from './public-key.ts'

export interface Vault {
  /** For those who seal. */
  readonly publicKey: Uint8Array
  /**
   * Opens a box, hands its secret to `use` and clears it afterwards. Throws VaultError for a box of another key, and for
   * one that was changed or belongs to another place.
   */
  open<Result>(box: Uint8Array, place: BoxPlace, use: (secret: Uint8Array) => Promise<Result> | Result): Promise<Result>
}

/** Holds a private key, of which it keeps a copy that cannot be exported, and clears the given bytes. */
export async function openVault(privateKey: Uint8Array): Promise<Vault> {
  try {
    const publicKey = publicKeyOf(privateKey)
    const keys = {
      privateKey: await suite.kem.importKey('raw', bytesOf(privateKey), false),
      publicKey: await suite.kem.importKey('raw', bytesOf(publicKey), true),
    }
    return { publicKey, open: (box, place, use) => openBox(keys, keyId(publicKey), box, place, use) }
  } finally {
    privateKey.fill(0)
  }
}

async function openBox<Result>(
  recipientKey: webcrypto.CryptoKeyPair,
  id: Buffer,
  box: Uint8Array,
  place: BoxPlace,
  use: (secret: Uint8Array) => Promise<Result> | Result,
): Promise<Result> {
  if (box.length < MIN_BOX_BYTES || box[0] !== VERSION) throw damaged(place)
  if (!id.equals(box.subarray(KEY_ID_AT, ENCAPSULATED_AT))) {
    throw new VaultError('wrong-key', `The secret in ${nameOf(place)} was sealed for another key of the vault`)
  }
  const enc = bytesOf(box.subarray(ENCAPSULATED_AT, SEALED_AT))
  const opened = await suite
    .open({ recipientKey, enc }, bytesOf(box.subarray(SEALED_AT)), placeBytes(place))
    // The cause is left out: it belongs to the library, and could quote what it was given.
    .catch(() => {
      throw damaged(place)
    })
  const secret = new Uint8Array(opened)
  try {
    return await use(secret)
  } finally {
    secret.fill(0)
  }
}

function damaged(place: BoxPlace): VaultError {
  return new VaultError('damaged-box', `The secret in ${nameOf(place)} is damaged or does not belong there`)
}

function nameOf({ table, row, column }: BoxPlace): string {
  return `${table}.${column} of ${row}`
}
