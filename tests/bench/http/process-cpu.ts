import { readdirSync, readFileSync } from 'node:fs'

/** Milliseconds per tick in `/proc/<pid>/stat`; Linux has used 100 ticks per second for decades. */
const TICK_MS = 10

interface Stat {
  readonly parent: number
  /** CPU time of all threads, in milliseconds. */
  readonly ms: number
  /** The same for terminated children. */
  readonly endedMs: number
}

/** CPU time of a process in milliseconds, including its threads. */
export function processCpu(pid: number): number {
  return statOf(pid)?.ms ?? 0
}

/** CPU time of a process and all its children in milliseconds, including terminated ones. */
export function familyCpu(pid: number): number {
  const own = statOf(pid)
  const children = readdirSync('/proc').flatMap((name) => {
    const stat = /^\d+$/.test(name) ? statOf(Number(name)) : null
    return stat?.parent === pid ? [stat.ms + stat.endedMs] : []
  })
  return (own ? own.ms + own.endedMs : 0) + children.reduce((sum, ms) => sum + ms, 0)
}

export function parentOf(pid: number): number {
  const stat = statOf(pid)
  if (!stat) throw new Error(`Process ${pid} has ended`)
  return stat.parent
}

function statOf(pid: number): Stat | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name in parentheses may contain spaces.
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11, 15)
    return { parent: fields[1] as number, ms: (user + system) * TICK_MS, endedMs: (endedUser + endedSystem) * TICK_MS }
  } catch {
    return null
  }
}
