import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** In the name of its socket; nothing listens on a network. */
export const DATABASE_PORT = 5432

/** What the running server wrote to its pid file. */
export interface Postmaster {
  readonly pid: number
  readonly socketFolder: string
}

/** The server running on a data directory, even if the program that started it is gone; otherwise null. */
export function runningPostmaster(data: string): Postmaster | null {
  let lines: string[]
  try {
    lines = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')
  } catch {
    return null
  }
  const pid = Number(lines[0])
  const socketFolder = lines[4]?.trim() ?? ''
  if (!Number.isInteger(pid) || pid <= 1 || !isAlive(pid) || !isPostgres(pid)) return null
  return { pid, socketFolder }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
  try {
    // A zombie still has its pid; waiting for it to disappear could take forever.
    const state = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]
    return state === undefined || !state.startsWith('Z')
  } catch {
    return true
  }
}

/** After a restart of the machine or container, the same pid can belong to another program. */
function isPostgres(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('postgres')
  } catch {
    return true
  }
}
