import { readFileSync, writeFileSync } from 'node:fs'
import { constants, setPriority } from 'node:os'

/**
 * Gives a process the lowest priority. Linux shares the processors out among sessions before it looks at the priority
 * of processes (`man 7 sched`, autogroup), and a runner has a session of its own, so its session gets the same
 * priority.
 */
export function lowerPriority(pid: number): void {
  try {
    setPriority(pid, constants.priority.PRIORITY_LOW)
    const file = `/proc/${pid}/autogroup`
    // A process that shares the session of this one would take it along.
    if (nameIn(file) !== nameIn('/proc/self/autogroup')) writeFileSync(file, String(constants.priority.PRIORITY_LOW))
  } catch {
    // A process of another user keeps its priority, and some systems have no such groups; its limits still apply.
  }
}

/** The first word of such a file, whose second part is the priority. */
function nameIn(file: string): string | undefined {
  return readFileSync(file, 'utf8').split(' ')[0]
}
