import { join, resolve } from 'node:path'
import { UserError } from '@tradeloom/domain'
import { VaultError } from '@tradeloom/vault'
import { readMasterKey } from '@tradeloom/vault/master'
import { dataFolder } from '../data-folder.ts'

/** Where the master key of an installation is, from the same settings as the server's. */
export interface KeyPlace {
  readonly path: string
  /** The operator provides the file, so it is neither made nor replaced here. */
  readonly isProvided: boolean
}

export function keyPlace(data: string | undefined): KeyPlace {
  const provided = process.env['TRADELOOM_MASTER_KEY_FILE']
  const isProvided = provided !== undefined && provided !== ''
  return { path: resolve(isProvided ? provided : join(dataFolder(data), 'keys', 'master')), isProvided }
}

/** Null without a file. The caller clears it. @throws {UserError} if it is not a key, or others can read it. */
export function masterKeyAt(path: string, isMounted = false): Buffer | null {
  try {
    return readMasterKey(path, isMounted)
  } catch (error) {
    throw error instanceof VaultError ? new UserError('invalid-input', `${path}: ${error.message}`) : error
  }
}
