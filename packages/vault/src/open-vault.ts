import { createPrivateKey, createPublicKey, randomBytes, type webcrypto } from 'node:crypto'
import { mkdir, open } from 'node:fs/promises'
import { dirname } from 'node:path'
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

const KEY_BYTES = 32
/** Mode bits of everybody but the owner. */
const OWNER_ONLY = 0o077
/** What a private X25519 key begins with in PKCS #8. */
const PKCS8_PREFIX = Buffer.from('302e020100300506032b656e04220420', 'hex')

export interface Vault {
  /** For those who seal. */
  readonly publicKey: Uint8Array
  /**
   * Opens a box, hands its secret to `use` and clears it afterwards. Throws VaultError for a box of another key, and for
   * one that was changed or belongs to another place.
   */
  open<Result>(box: Uint8Array, place: BoxPlace, use: (secret: Uint8Array) => Promise<Result> | Result): Promise<Result>
}

/** Makes a private key in a file that only its owner can read. Throws if there is one: boxes may be sealed for it. */
export async function createKeyFile(path: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const file = await open(path, 'wx', 0o400)
  const key = randomBytes(KEY_BYTES)
  try {
    await file.writeFile(key)
    await file.sync()
  } finally {
    key.fill(0)
    await file.close()
  }
}

/** Reads the private key file. Throws VaultError if there is none, if it is not a key, or if others can read it. */
export async function openVault(path: string): Promise<Vault> {
  const raw = await readKey(path)
  try {
    const publicKey = publicKeyOf(raw)
    const keys = {
      privateKey: await suite.kem.importKey('raw', bytesOf(raw), false),
      publicKey: await suite.kem.importKey('raw', bytesOf(publicKey), true),
    }
    return { publicKey, open: (box, place, use) => openBox(keys, keyId(publicKey), box, place, use) }
  } finally {
    raw.fill(0)
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

async function readKey(path: string): Promise<Buffer> {
  const file = await open(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') throw new VaultError('no-key', `There is no key of the vault at ${path}`)
    throw error
  })
  try {
    const { mode, size } = await file.stat()
    if (process.platform !== 'win32' && (mode & OWNER_ONLY) !== 0) {
      throw new VaultError('exposed-key', `Other users can read ${path}. Set its mode to 0400`)
    }
    if (size !== KEY_BYTES) throw new VaultError('bad-key', `${path} is not a key of the vault`)
    return await file.readFile()
  } finally {
    await file.close()
  }
}

function publicKeyOf(raw: Buffer): Uint8Array {
  const der = Buffer.concat([PKCS8_PREFIX, raw])
  try {
    const { x } = createPublicKey(createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })).export({
      format: 'jwk',
    })
    return Buffer.from(x as string, 'base64url')
  } finally {
    der.fill(0)
  }
}

function damaged(place: BoxPlace): VaultError {
  return new VaultError('damaged-box', `The secret in ${nameOf(place)} is damaged or does not belong there`)
}

function nameOf({ table, row, column }: BoxPlace): string {
  return `${table}.${column} of ${row}`
}
