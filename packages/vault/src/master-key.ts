import { createHash, hkdfSync } from 'node:crypto'
import { createKeyFile, readKeyFile, writeKeyFile } from './key-file.ts'
import { publicKeyOf } from './public-key.ts'

const KEY_BYTES = 32

/** Makes a master key unless there is one already, which stays: false. */
export function createMasterKey(path: string): boolean {
  return createKeyFile(path)
}

/** Writes a master key that somebody has kept, in place of whatever is there. */
export function restoreMasterKey(path: string, key: Uint8Array): void {
  writeKeyFile(path, key)
}

/** As `readKeyFile` does. */
export function readMasterKey(path: string, isMounted = false): Buffer | null {
  return readKeyFile(path, 'master key', isMounted)
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
