import { createHash } from 'node:crypto'
import { base32 } from '@scure/base'
import { VaultError } from './box.ts'

const KEY_BYTES = 32
const CHECK_BYTES = 3
const GROUP = 4

/** What is printed: the key of secrets, or that of backups. Their check digits differ, so that none passes as the other. */
export type KeyKind = 'master key' | 'backup key'

const CHECKS = { 'master key': 'tradeloom paper ', 'backup key': 'tradeloom backup ' } as const

/** A key as it is written on paper: base32 in groups of 4, and check digits at the end. */
export function writePaperKey(master: Uint8Array, kind: KeyKind = 'master key'): string {
  const bytes = Buffer.concat([master, checkOf(master, kind)])
  try {
    return base32
      .encode(bytes)
      .match(new RegExp(`.{1,${GROUP}}`, 'g'))!
      .join('-')
  } finally {
    bytes.fill(0)
  }
}

/** Reads what somebody has copied from paper. The caller clears it. @throws {VaultError} if a character is wrong or missing. */
export function readPaperKey(text: string, kind: KeyKind = 'master key'): Buffer {
  // Digits that base32 does not have are letters that look like them.
  const letters = text
    .toUpperCase()
    .replaceAll(/[\s-]/g, '')
    .replaceAll('0', 'O')
    .replaceAll('1', 'I')
    .replaceAll('8', 'B')
  const bytes = decode(letters, kind)
  const master = bytes.subarray(0, KEY_BYTES)
  if (bytes.length !== KEY_BYTES + CHECK_BYTES || !checkOf(master, kind).equals(bytes.subarray(KEY_BYTES))) {
    bytes.fill(0)
    throw new VaultError('bad-key', `This is not a ${kind}: a character is wrong or missing`)
  }
  return Buffer.from(master)
}

/** Reads what a setting holds: 64 hexadecimal digits, or a key as it is on paper. The caller clears it. @throws {VaultError} */
export function readKeyText(text: string): Buffer {
  return /^[\da-f]{64}$/i.test(text) ? Buffer.from(text, 'hex') : readPaperKey(text)
}

function decode(letters: string, kind: KeyKind): Buffer {
  try {
    return Buffer.from(base32.decode(letters))
  } catch {
    throw new VaultError('bad-key', `This is not a ${kind}: a character is wrong or missing`)
  }
}

function checkOf(master: Uint8Array, kind: KeyKind): Buffer {
  return createHash('sha256').update(CHECKS[kind]).update(master).digest().subarray(0, CHECK_BYTES)
}
