import type { RunnerProcess } from './runner-process.ts'

interface Warm {
  readonly tenant: string
  readonly runner: RunnerProcess
  readonly timer: NodeJS.Timeout
}

/**
 * Runners that have performed jobs of a tenant and wait for more of the same tenant, so that its next job need not wait
 * for a process to start. At most `size` are kept, and as many that hold a sweep; the one of them that has waited longest is
 * ended to make room.
 */
export class WarmRunners {
  readonly #size: number
  readonly #idleMs: number
  /** Longest waiting first. */
  #waiting: Warm[] = []

  constructor(size: number, idleMs: number) {
    this.#size = size
    this.#idleMs = idleMs
  }

  add(tenant: string, runner: RunnerProcess): void {
    const timer = setTimeout(() => this.#end(runner), this.#idleMs)
    timer.unref()
    this.#waiting.push({ tenant, runner, timer })
    const alike = this.#waiting.filter((warm) => (warm.runner.sweepInHand === null) === (runner.sweepInHand === null))
    const [oldest] = alike
    if (alike.length > this.#size && oldest) this.#end(oldest.runner)
  }

  /**
   * The most recently used runner of a tenant, if possible one that is prepared; for a sweep, the one that holds it. Those
   * that hold other sweeps are left to them. Undefined if there is none.
   */
  take(tenant: string, sweep: string | null = null): RunnerProcess | undefined {
    const own = this.#waiting.filter((warm) => warm.tenant === tenant && warm.runner.isAlive)
    const holding = sweep === null ? undefined : own.findLast(({ runner }) => runner.sweepInHand === sweep)
    const free = own.filter(({ runner }) => runner.sweepInHand === null)
    const found = holding ?? free.findLast(({ runner }) => runner.isPrepared) ?? free.at(-1)
    if (found) this.remove(found.runner)
    return found?.runner
  }

  has(runner: RunnerProcess): boolean {
    return this.#waiting.some((warm) => warm.runner === runner)
  }

  /** Forgets a runner that is in use or has ended. */
  remove(runner: RunnerProcess): void {
    const found = this.#waiting.find((warm) => warm.runner === runner)
    if (found) clearTimeout(found.timer)
    this.#waiting = this.#waiting.filter((warm) => warm !== found)
  }

  close(): void {
    for (const { timer } of this.#waiting) clearTimeout(timer)
    this.#waiting = []
  }

  #end(runner: RunnerProcess): void {
    this.remove(runner)
    runner.kill()
  }
}
