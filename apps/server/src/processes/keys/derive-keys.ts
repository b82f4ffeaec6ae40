import { VaultError } from '@tradeloom/vault'
import { accountsKey, createMasterKey, namesOf, withMasterKey } from '@tradeloom/vault/master'
import { writePaperKey } from '@tradeloom/vault/paper'
import type { DeriveKeys, KeyAnswer } from '../../platform/processes/key-messages.ts'

/** What a server may have of the master key. What is wrong with its file is an answer, without the path. */
export function deriveKeys({ source, makes, prints = false }: DeriveKeys): KeyAnswer {
  try {
    if (makes) createMasterKey(source.path)
    return withMasterKey(source, (master) => ({
      ...namesOf(master),
      accountsKey: accountsKey(master),
      ...(prints && { paper: writePaperKey(master) }),
    }))
  } catch (error) {
    if (error instanceof VaultError) return { problem: error.message }
    const { code } = error as NodeJS.ErrnoException
    if (code === undefined) throw error
    return { problem: `The file of the master key cannot be read (${code})` }
  }
}
