import type { RunLimits } from '../run-job.ts'

const POLL_MS = 50
/** The isolate's own time limit comes first; this one is for code that cannot be interrupted. */
const GRACE_MS = 500
/** Allowance for garbage collection and compilation beyond the script's own memory. */
const MEMORY_GRACE = 300 * 1024 * 1024

/** Measures what a run uses, in the runner's main thread, which stays alive while the script's thread hangs. */
export class LimitWatch {
  readonly #limits: RunLimits
  #cpuAtStart = process.cpuUsage()
  #wallAtStart = performance.now()
  readonly #memoryAtStart: number
  readonly #timer: NodeJS.Timeout

  /** `memoryBefore` is the memory of the process before the isolate of the run was made. */
  constructor(
    limits: RunLimits,
    dataBytes: number,
    memoryBefore: number,
    onExceeded: (limit: 'memory' | 'cpu' | 'wall') => void,
  ) {
    this.#limits = limits
    this.#memoryAtStart = memoryBefore
    const memory = limits.memoryMb * 1024 * 1024 + dataBytes + MEMORY_GRACE
    this.#timer = setInterval(() => {
      if (process.memoryUsage.rss() - this.#memoryAtStart > memory) onExceeded('memory')
      else if (this.remaining() < -GRACE_MS) onExceeded(this.nearest())
    }, POLL_MS)
  }

  /** Another run begins. */
  restart(): void {
    this.#cpuAtStart = process.cpuUsage()
    this.#wallAtStart = performance.now()
  }

  /** Processor time of the run so far, milliseconds. */
  cpuMs(): number {
    const { user, system } = process.cpuUsage(this.#cpuAtStart)
    return (user + system) / 1000
  }

  /** Milliseconds left of processor time or wall time, whichever runs out first. */
  remaining(): number {
    return Math.min(this.#limits.cpuMs - this.cpuMs(), this.wallLeft())
  }

  /** Milliseconds left of wall time. */
  wallLeft(): number {
    return this.#limits.wallMs - (performance.now() - this.#wallAtStart)
  }

  /** The time limit that is reached first. */
  nearest(): 'cpu' | 'wall' {
    return this.wallLeft() < this.#limits.cpuMs - this.cpuMs() ? 'wall' : 'cpu'
  }

  stop(): void {
    clearInterval(this.#timer)
  }
}
