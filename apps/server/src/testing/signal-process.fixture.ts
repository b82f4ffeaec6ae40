import { readdirSync, readFileSync } from 'node:fs'

/** Kills the process of sessions below this one, or the runners that it has started. Returns how many there were. */
export function killSessions(victim: 'sessions' | 'runner'): number {
  return victimsOf(victim).filter(kill).length
}

/** False if it is gone: a runner ends with the process that it runs in. */
function kill(pid: number): boolean {
  try {
    return process.kill(pid, 'SIGKILL')
  } catch {
    return false
  }
}

/** The process of sessions, or the runners that it has started. */
function victimsOf(name: 'sessions' | 'runner'): number[] {
  const all = readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .map(Number)
  const runnersOwner = all.filter(
    (pid) => ancestors(pid).includes(process.pid) && read(`/proc/${pid}/cmdline`).includes('processes/sessions/main'),
  )
  return name === 'sessions'
    ? runnersOwner
    : all.filter((pid) => ancestors(pid).some((one) => runnersOwner.includes(one)))
}

function ancestors(pid: number): number[] {
  const status = read(`/proc/${pid}/stat`)
  const parent = Number(status.slice(status.lastIndexOf(')') + 2).split(' ')[1] ?? 0)
  return parent > 1 ? [parent, ...ancestors(parent)] : []
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
