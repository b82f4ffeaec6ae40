import { join, resolve } from 'node:path'
import { UserError } from '@tradeloom/domain'
import { VaultError } from '@tradeloom/vault'
import { readMasterKey } from '@tradeloom/vault/master'
import { readKeyText } from '@tradeloom/vault/paper'
import { dataFolder } from '../data-folder.ts'

/** Where the master key of an installation is, from the same settings as the server's. */
export interface KeyPlace {
  readonly path: string
  /** The setting by which the operator provides the key, so that it is neither made nor replaced here. */
  readonly providedBy: 'TRADELOOM_MASTER_KEY' | 'TRADELOOM_MASTER_KEY_FILE' | null
  /** Null without a key. The caller clears it. @throws {UserError} if it is not a key, or others can read it. */
  read(): Buffer | null
}

export function keyPlace(data: string | undefined): KeyPlace {
  const { TRADELOOM_MASTER_KEY: text = '', TRADELOOM_MASTER_KEY_FILE: file = '' } = process.env
  if (text !== '' && file !== '') {
    throw new UserError(
      'invalid-input',
      'TRADELOOM_MASTER_KEY and TRADELOOM_MASTER_KEY_FILE are both set: please keep one',
    )
  }
  const path = resolve(file === '' ? join(dataFolder(data), 'keys', 'master') : file)
  if (text !== '') return { path, providedBy: 'TRADELOOM_MASTER_KEY', read: () => readGiven(text) }
  const isProvided = file !== ''
  const providedBy = isProvided ? 'TRADELOOM_MASTER_KEY_FILE' : null
  return { path, providedBy, read: () => masterKeyAt(path, isProvided) }
}

function readGiven(text: string): Buffer {
  try {
    return readKeyText(text)
  } catch (error) {
    throw error instanceof VaultError ? new UserError('invalid-input', `TRADELOOM_MASTER_KEY: ${error.message}`) : error
  }
}

/** Null without a file. The caller clears it. @throws {UserError} if it is not a key, or others can read it. */
export function masterKeyAt(path: string, isMounted = false): Buffer | null {
  try {
    return readMasterKey(path, isMounted)
  } catch (error) {
    throw error instanceof VaultError ? new UserError('invalid-input', `${path}: ${error.message}`) : error
  }
}
