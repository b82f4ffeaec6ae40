import { readFileSync } from 'node:fs'
import { descendants } from '../descendants.ts'

/** Reading the memory of a process takes milliseconds: read often, it would slow down what it watches. */
const POLL_MS = 1_000

/** Peak memory of a process, and of its whole tree, since the start of the watch, in megabytes. */
export class MemoryWatch {
  readonly #timer: NodeJS.Timeout
  server = 0
  tree = 0

  constructor(pid: () => number) {
    this.#timer = setInterval(() => this.#look(pid()), POLL_MS)
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  #look(pid: number): void {
    const own = residentMb(pid)
    const children = descendants(pid).reduce((sum, child) => sum + residentMb(child.pid), 0)
    this.server = Math.max(this.server, own)
    this.tree = Math.max(this.tree, own + children)
  }
}

/** Memory shared with other processes is counted proportionally (Linux). */
function residentMb(pid: number): number {
  try {
    const kilobytes = /^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1]
    return Number(kilobytes ?? 0) / 1024
  } catch {
    // It has ended.
    return 0
  }
}
