import { pulledScript, readFolder, writeFolder } from './algorithm-folder.ts'
import type { ServerSession } from './server-session.ts'

/**
 * Saves `script.ts` as the next version, and writes that to the folder. Refused when the server has a newer version than
 * the folder. Returns what was saved; null if there is nothing new.
 */
export async function push(session: ServerSession, dir: string, message: string): Promise<string | null> {
  const { about, script } = await readFolder(dir)
  if (script === (await pulledScript(dir, about.versionNo))) return null
  const { id, versionId } = about
  const saved = await session.call('saveVersion', {
    params: { id },
    body: { script, message, previousVersionId: versionId, latestVersionId: versionId },
  })
  const file = await session.call('exportAlgorithm', { params: { id } })
  await writeFolder(dir, file, { id, versionId: saved.id })
  return [
    `${about.name} ${saved.displayVersionNo}`,
    ...saved.warnings.map(({ line, column, message: text }) => `  ${line}:${column} ${text}`),
  ].join('\n')
}
