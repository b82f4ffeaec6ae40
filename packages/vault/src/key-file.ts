import { randomBytes } from 'node:crypto'
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
import type { KeyKind } from './paper-key.ts'

const KEY_BYTES = 32
/** Mode bits of everybody but the owner. */
const OWNER_ONLY = 0o077

/**
 * Makes a key in a file that only its owner can read; false if there is one already, which stays. The file appears
 * whole or not at all.
 */
export function createKeyFile(path: string): boolean {
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

/** Writes a key that somebody has kept, in place of whatever is there. */
export function writeKeyFile(path: string, key: Uint8Array): void {
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
 * The key of a file; null if there is none. The caller clears it. Throws VaultError if it is not a key, or if others
 * can read it; `isMounted`: whoever mounts the file decides who can read it, as containers do with secrets.
 */
export function readKeyFile(path: string, kind: KeyKind, isMounted = false): Buffer | null {
  const file = openOrNull(path)
  if (file === null) return null
  try {
    const { mode, size } = fstatSync(file)
    if (!isMounted && process.platform !== 'win32' && (mode & OWNER_ONLY) !== 0) {
      throw new VaultError('exposed-key', `Other users can read the ${kind}. Set the mode of its file to 0400`)
    }
    if (size !== KEY_BYTES) throw new VaultError('bad-key', `The ${kind} must be a file of ${KEY_BYTES} bytes`)
    return readFileSync(file)
  } finally {
    closeSync(file)
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
