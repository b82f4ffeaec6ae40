import { readdirSync, readFileSync } from 'node:fs'

export interface Process {
  readonly pid: number
  readonly parent: number
  readonly command: string
}

/** All descendants of `pid` (Linux). */
export function descendants(pid: number): Process[] {
  const all = processes()
  const found: Process[] = []
  const parents = new Set([pid])
  // Children do not always have the higher id, so continue until nothing is added.
  for (let before = -1; before !== found.length;) {
    before = found.length
    for (const process of all) {
      if (!parents.has(process.parent) || parents.has(process.pid)) continue
      parents.add(process.pid)
      found.push(process)
    }
  }
  return found
}

function processes(): Process[] {
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .flatMap((entry) => {
      try {
        const status = readFileSync(`/proc/${entry}/stat`, 'utf8')
        // The name in parentheses may contain spaces; the fields after it do not.
        const parent = Number(status.slice(status.lastIndexOf(')') + 2).split(' ')[1])
        const command = readFileSync(`/proc/${entry}/cmdline`, 'utf8').replaceAll('\0', ' ')
        return [{ pid: Number(entry), parent, command }]
      } catch {
        // It has ended in the meantime.
        return []
      }
    })
}

/** A zombie is dead: it only waits for its parent. */
export function isAlive(pid: number): boolean {
  try {
    const status = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return !/^[ZX]/.test(status.slice(status.lastIndexOf(')') + 2))
  } catch {
    return false
  }
}
