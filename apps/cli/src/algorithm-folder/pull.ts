import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { UserError } from '@tradeloom/domain'
import { pulledScript, readFolder, writeFolder } from './algorithm-folder.ts'
import type { ServerSession } from './server-session.ts'

/** Writes an algorithm to a folder and returns what was written. Refuses to overwrite a changed script. */
export async function pull(session: ServerSession, wanted: string, dir: string, isForced: boolean): Promise<string> {
  const id = await idOf(session, wanted)
  if (existsSync(join(dir, 'algorithm.json')) && !isForced) await refuseChanged(dir, id)
  const versions = await session.call('listVersions', { params: { id } })
  const newest = versions[0]
  if (newest === undefined) throw new UserError('invalid-input', 'The algorithm has no version')
  const file = await session.call('exportAlgorithm', { params: { id } })
  await writeFolder(dir, file, { id, versionId: newest.id })
  return `${file.name} ${newest.displayVersionNo}, ${file.versions.length} versions`
}

/** By id, or by name among the user's own algorithms. */
async function idOf(session: ServerSession, wanted: string): Promise<string> {
  const own = await session.call('listOwnAlgorithms')
  const byId = own.find(({ id }) => id === wanted)
  if (byId) return byId.id
  const named = own.filter(({ name }) => name === wanted)
  if (named.length === 1) return named[0]!.id
  if (named.length === 0) throw new UserError('invalid-input', `You have no algorithm ${wanted}`)
  throw new UserError(
    'invalid-input',
    `${named.length} of your algorithms are called ${wanted}. Use one of the ids:\n${named.map(({ id }) => id).join('\n')}`,
  )
}

async function refuseChanged(dir: string, id: string): Promise<void> {
  const { about, script } = await readFolder(dir)
  if (about.id !== id) throw new UserError('invalid-input', `${dir} contains another algorithm, ${about.name}`)
  if (script !== (await pulledScript(dir, about.versionNo))) {
    throw new UserError(
      'conflict',
      'script.ts has changes that are not pushed. Push them, or discard them with --force',
    )
  }
}
