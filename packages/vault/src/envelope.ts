import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { type BoxPlace, placeBytes, VaultError } from './box.ts'

export { type BoxPlace, VaultError } from './box.ts'

/** Layout: version, key id, the data key wrapped, the secret sealed with it. */
const VERSION = 2
const KEY_ID_END = 9
const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16
const WRAPPED_END = KEY_ID_END + NONCE_BYTES + KEY_BYTES + TAG_BYTES

/**
 * Seals a secret with a key of its own, which is wrapped with the key of the accounts: another master key re-wraps that
 * alone. It opens in its place and nowhere else.
 */
export function sealEnvelope(key: Uint8Array, secret: string, place: BoxPlace): Buffer {
  const dataKey = randomBytes(KEY_BYTES)
  try {
    const sealed = encrypt(dataKey, Buffer.from(secret), place)
    return Buffer.concat([Uint8Array.of(VERSION), envelopeKeyId(key), encrypt(key, dataKey, place), sealed])
  } finally {
    dataKey.fill(0)
  }
}

/** @throws {VaultError} for an envelope of another key, and for one that was changed or belongs to another place. */
export function openEnvelope(key: Uint8Array, envelope: Uint8Array, place: BoxPlace): string {
  const dataKey = unwrap(key, envelope, place)
  try {
    return decrypt(dataKey, envelope.subarray(WRAPPED_END), place).toString()
  } finally {
    dataKey.fill(0)
  }
}

/** The same secret for a new key, without opening it. */
export function rewrapEnvelope(
  key: Uint8Array,
  { to, place }: { readonly to: Uint8Array; readonly place: BoxPlace },
  envelope: Uint8Array,
): Buffer {
  const dataKey = unwrap(key, envelope, place)
  try {
    const head = [Uint8Array.of(VERSION), envelopeKeyId(to), encrypt(to, dataKey, place)]
    return Buffer.concat([...head, envelope.subarray(WRAPPED_END)])
  } finally {
    dataKey.fill(0)
  }
}

/** Which key an envelope was sealed with; reveals nothing of it. */
export function envelopeKeyId(key: Uint8Array): Buffer {
  return createHash('sha256').update('tradeloom envelope ').update(key).digest().subarray(0, 8)
}

function unwrap(key: Uint8Array, envelope: Uint8Array, place: BoxPlace): Buffer {
  if (envelope.length < WRAPPED_END + NONCE_BYTES + TAG_BYTES || envelope[0] !== VERSION) throw damaged(place)
  if (!envelopeKeyId(key).equals(envelope.subarray(1, KEY_ID_END))) {
    throw new VaultError('wrong-key', `The secret in ${place.table}.${place.column} was sealed with another key`)
  }
  return decrypt(key, envelope.subarray(KEY_ID_END, WRAPPED_END), place)
}

function encrypt(key: Uint8Array, bytes: Uint8Array, place: BoxPlace): Buffer {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(new Uint8Array(placeBytes(place)))
  return Buffer.concat([nonce, cipher.update(bytes), cipher.final(), cipher.getAuthTag()])
}

function decrypt(key: Uint8Array, bytes: Uint8Array, place: BoxPlace): Buffer {
  const nonce = bytes.subarray(0, NONCE_BYTES)
  const decipher = createDecipheriv('aes-256-gcm', key, nonce)
    .setAAD(new Uint8Array(placeBytes(place)))
    .setAuthTag(bytes.subarray(-TAG_BYTES))
  try {
    return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()])
  } catch {
    throw damaged(place)
  }
}

function damaged({ table, column, row }: BoxPlace): VaultError {
  return new VaultError('damaged-box', `The secret in ${table}.${column} of ${row} is damaged or does not belong there`)
}
