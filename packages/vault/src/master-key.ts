import { createHash, hkdfSync, randomBytes } from 'node:crypto'
import {
  chmodSync,
  closeSync,
  fstatSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { VaultError } from './box.ts'
import { publicKeyOf } from './public-key.ts'

const KEY_BYTES = 32
/** Mode bits of everybody but the owner. */
const OWNER_ONLY = 0o077

/**
 * Makes a master key in a file that only its owner can read; false if there is one already, which stays. The file appears
 * whole or not at all.
 */
export function createMasterKey(path: string): boolean {
  const key = randomBytes(KEY_BYTES)
  try {
    withDraft(path, key, (draft) => linkSync(draft, path))
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  } finally {
    key.fill(0)
  }
}

/** Writes a master key that somebody has kept, in place of whatever is there. */
export function restoreMasterKey(path: string, key: Uint8Array): void {
  withDraft(path, key, (draft) => renameSync(draft, path))
}

/** Writes the key beside its place, for its owner only, and has it put there as a whole. */
function withDraft(path: string, key: Uint8Array, put: (draft: string) => void): void {
  const folder = dirname(path)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  chmodSync(folder, 0o700)
  const draft = `${path}.${randomBytes(6).toString('hex')}`
  try {
    writeFileSync(draft, key, { mode: 0o400, flag: 'wx', flush: true })
    put(draft)
  } finally {
    rmSync(draft, { force: true })
  }
}

/**
 * The master key of a file; null if there is none. The caller clears it. Throws VaultError if it is not a key, or if others
 * can read it; `isMounted`: whoever mounts the file decides who can read it, as containers do with secrets.
 */
export function readMasterKey(path: string, isMounted = false): Buffer | null {
  const file = openOrNull(path)
  if (file === null) return null
  try {
    const { mode, size } = fstatSync(file)
    if (!isMounted && process.platform !== 'win32' && (mode & OWNER_ONLY) !== 0) {
      throw new VaultError('exposed-key', 'Other users can read the master key. Set the mode of its file to 0400')
    }
    if (size !== KEY_BYTES) throw new VaultError('bad-key', `The master key must be a file of ${KEY_BYTES} bytes`)
    return readFileSync(file)
  } finally {
    closeSync(file)
  }
}

/** Where a master key is, for a process that derives keys from it. */
export interface KeySource {
  readonly path: string
  /** See `readMasterKey`. */
  readonly isMounted: boolean
  /** The key itself, of an operator who has it in the environment instead of a file. */
  readonly given?: Uint8Array
}

/** Hands the master key to `use` and clears it; null if there is none. Throws as `readMasterKey` does. */
export function withMasterKey<Value>(
  { path, isMounted, given }: KeySource,
  use: (master: Uint8Array) => Value,
): Value | null {
  const master = given === undefined ? readMasterKey(path, isMounted) : Buffer.from(given)
  if (master === null) return null
  try {
    return use(master)
  } finally {
    master.fill(0)
  }
}

/** The private key of those who talk to brokers, and of nobody else. The caller clears it. */
export function brokersKey(master: Uint8Array): Buffer {
  return Buffer.from(hkdfSync('sha256', master, '', 'tradeloom brokers', KEY_BYTES))
}

/** The key of what the server itself has to read, such as second factors. The caller clears it. */
export function accountsKey(master: Uint8Array): Buffer {
  return Buffer.from(hkdfSync('sha256', master, '', 'tradeloom accounts', KEY_BYTES))
}

/** Tells master keys apart, and reveals nothing of them. */
export function fingerprintOf(master: Uint8Array): string {
  const derived = Buffer.from(hkdfSync('sha256', master, '', 'tradeloom fingerprint', KEY_BYTES))
  return createHash('sha256').update(derived).digest('hex')
}

/** What a database may have of a master key: which it is, and what keys of exchanges are sealed with. */
export function namesOf(master: Uint8Array): { readonly fingerprint: string; readonly publicKey: Uint8Array } {
  const key = brokersKey(master)
  try {
    return { fingerprint: fingerprintOf(master), publicKey: publicKeyOf(key) }
  } finally {
    key.fill(0)
  }
}

function openOrNull(path: string): number | null {
  try {
    return openSync(path, 'r')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
