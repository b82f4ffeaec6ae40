import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { UserError } from '@tradeloom/domain'
import { clusterFolder } from './cluster-files.ts'
import { isAlive, runningPostmaster } from './postmaster.ts'

/** In a data folder while a backup is restored into it, with the id of the process that does it. */
export const RESTORING_FILE = '.restoring'
const LOOK_MS = 20

/**
 * What an interrupted restore has left may lack files, and is not in quarantine: its sessions would trade.
 * @throws {UserError} if a restore into the folder has not ended.
 */
export function refuseHalfRestored(dataDir: string): void {
  if (!existsSync(join(dataDir, RESTORING_FILE))) return
  throw new UserError(
    'conflict',
    `A restore into ${dataDir} has not ended, so nothing in it can be used: restore the backup again`,
  )
}

/** Ends the PostgreSQL of a folder whose contents are thrown away: the process that started it may be gone. */
export async function stopLeftCluster(dataDir: string): Promise<void> {
  const running = runningPostmaster(clusterFolder(dataDir))
  if (!running) return
  process.kill(running.pid, 'SIGQUIT')
  while (isAlive(running.pid)) await sleep(LOOK_MS)
}
