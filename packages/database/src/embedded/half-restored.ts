import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { UserError } from '@tradeloom/domain'
import { clusterFolder } from './cluster-files.ts'
import { isAlive, runningPostmaster } from './postmaster.ts'

/** In a data folder while a backup is restored into it, with the id of the process that does it. */
export const RESTORING_FILE = '.restoring'
const LOOK_MS = 20
/** What is left of a restore has nothing to bring to an end. */
const STOP_LIMIT_MS = 10_000

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

/**
 * Ends the PostgreSQL of a folder whose contents are thrown away: the process that started it may be gone. One that does not
 * answer, because it is suspended, is killed. @throws {UserError} if that does not end it either.
 */
export async function stopLeftCluster(dataDir: string, limitMs = STOP_LIMIT_MS): Promise<void> {
  const running = runningPostmaster(clusterFolder(dataDir))
  if (!running) return
  const { pid } = running
  if ((await isEnded(pid, 'SIGQUIT', limitMs)) || (await isEnded(pid, 'SIGKILL', limitMs))) return
  throw new UserError(
    'busy',
    `PostgreSQL (process ${pid}) still works in ${dataDir} and cannot be ended, as when a disk hangs. Nothing was changed`,
  )
}

async function isEnded(pid: number, signal: NodeJS.Signals, limitMs: number): Promise<boolean> {
  try {
    process.kill(pid, signal)
  } catch {
    return !isAlive(pid)
  }
  for (const until = performance.now() + limitMs; isAlive(pid); await sleep(LOOK_MS)) {
    if (performance.now() > until) return false
  }
  return true
}
