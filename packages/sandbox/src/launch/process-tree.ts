import { readFileSync } from 'node:fs'

/** What a process and all its descendants use at the moment. Zero on systems without /proc. */
export interface Usage {
  readonly memoryBytes: number
  readonly cpuMs: number
}

const PAGE = 4096
/** Clock ticks per second in /proc, fixed on Linux for all programs. */
const TICKS = 100

export function treeUsage(pid: number): Usage {
  let memoryBytes = 0
  let cpuMs = 0
  for (const id of tree(pid)) {
    memoryBytes += Number(read(`/proc/${id}/statm`).split(' ')[1] ?? 0) * PAGE
    // The name in brackets may contain spaces.
    const fields = read(`/proc/${id}/stat`)
      .replace(/^.*\)\s/s, '')
      .split(' ')
    cpuMs += ((Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) * 1000) / TICKS
  }
  return { memoryBytes, cpuMs }
}

/** The ids of the process and all its descendants. */
export function tree(pid: number): number[] {
  const found = [pid]
  for (let at = 0; at < found.length; at++) {
    const id = found[at] ?? 0
    const children = read(`/proc/${id}/task/${id}/children`).trim()
    if (children !== '') found.push(...children.split(/\s+/).map(Number))
  }
  return found
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
