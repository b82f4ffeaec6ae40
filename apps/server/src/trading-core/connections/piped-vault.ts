import { deserialize } from 'node:v8'
import { brokersKey, type KeySource, withMasterKey } from '@tradeloom/vault/master'
import { openVault, type Vault } from '@tradeloom/vault/open'
import { readKeyPipe } from '../../platform/processes/read-key-pipe.ts'

/**
 * The vault of a process that talks to brokers: the owner of the process says where the master key is, and has not read it.
 * Null if there is none, or none that can be read, which the server says at its start and at each connection.
 */
export async function pipedVault(): Promise<Vault | null> {
  const piped = await readKeyPipe()
  if (piped === null) return null
  const source = deserialize(piped) as KeySource
  try {
    const key = withMasterKey(source, brokersKey)
    return key === null ? null : await openVault(key)
  } catch {
    return null
  } finally {
    piped.fill(0)
    source.given?.fill(0)
  }
}
