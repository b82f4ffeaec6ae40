import type { RunLimits } from '../run-job.ts'

const POLL_MS = 50
/** A clean end by the isolate's own time limit comes first; this one is for code that cannot be interrupted. */
const GRACE_MS = 500
/** What collecting garbage and compiling may need beyond the script's own memory. */
const MEMORY_GRACE = 300 * 1024 * 1024

/** Measures what a run uses from now on, in the runner's main thread, which lives while the script's thread hangs. */
export class LimitWatch {
  readonly #limits: RunLimits
  readonly #cpuAtStart = process.cpuUsage()
  readonly #wallAtStart = performance.now()
  readonly #memoryAtStart = process.memoryUsage.rss()
  readonly #timer: NodeJS.Timeout

  constructor(limits: RunLimits, dataBytes: number, onExceeded: (limit: 'memory' | 'cpu' | 'wall') => void) {
    this.#limits = limits
    const memory = limits.memoryMb * 1024 * 1024 + dataBytes + MEMORY_GRACE
    this.#timer = setInterval(() => {
      if (process.memoryUsage.rss() - this.#memoryAtStart > memory) onExceeded('memory')
      else if (this.remaining() < -GRACE_MS) onExceeded(this.nearest())
    }, POLL_MS)
  }

  /** Processor time of the run so far, milliseconds. */
  cpuMs(): number {
    const { user, system } = process.cpuUsage(this.#cpuAtStart)
    return (user + system) / 1000
  }

  /** Milliseconds that are left of the processor or of the wall time, whichever ends first. */
  remaining(): number {
    const wall = performance.now() - this.#wallAtStart
    return Math.min(this.#limits.cpuMs - this.cpuMs(), this.#limits.wallMs - wall)
  }

  /** The limit of time that is reached first. */
  nearest(): 'cpu' | 'wall' {
    const wall = this.#limits.wallMs - (performance.now() - this.#wallAtStart)
    return wall < this.#limits.cpuMs - this.cpuMs() ? 'wall' : 'cpu'
  }

  stop(): void {
    clearInterval(this.#timer)
  }
}
