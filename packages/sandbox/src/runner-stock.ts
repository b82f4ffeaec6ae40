import type { Reuse } from './pool-options.ts'
import type { RunnerProcess } from './runner-process.ts'
import { WarmRunners } from './warm-runners.ts'

/** After this, the next runner is started even if a run is still in progress. */
const REFILL_MS = 500
/** After a run, its result is stored before other work for the next one takes processor time. */
const QUIET_MS = 250

export interface StockOptions {
  readonly first: RunnerProcess
  readonly start: () => RunnerProcess
  /** Runners kept for tenants after a job. */
  readonly size: number
  /** Runners that wait unused. */
  readonly spares: number
  readonly warmsUp: boolean
  readonly reuse: Reuse
  /** Whether jobs wait for a place: they need the processor more than runners that are prepared for later ones. */
  readonly isBusy: () => boolean
}

/** The runners that wait for jobs, unused or kept for a tenant, and all others until they end. */
export class RunnerStock {
  readonly #options: StockOptions
  readonly #unused: RunnerProcess[]
  /** Runners that have performed jobs of a tenant and wait for more. */
  readonly #warm: WarmRunners
  /** Includes runners that are starting. */
  readonly #alive = new Set<RunnerProcess>()
  #isClosed = false

  constructor(options: StockOptions) {
    this.#options = options
    this.#warm = new WarmRunners(options.size, options.reuse.idleMs)
    this.#unused = [this.#keep(options.first)]
    this.#warmUp(options.first)
    this.#refill()
  }

  /** Number of waiting runners whose next run finds its code compiled and warmed up. */
  get prepared(): number {
    return [...this.#alive].filter((runner) => runner.isPrepared).length
  }

  /**
   * A runner for a job of a tenant. One that has just performed a run is not prepared for the next one yet: it is faster in
   * an unused runner that is, and the other one will be prepared in the meantime.
   */
  take(tenant: string, sweep: string | null): RunnerProcess {
    const warm = this.#warm.take(tenant, sweep)
    if (warm === undefined) return this.#unused.shift() ?? this.launch()
    const prepared = sweep === null && !warm.isPrepared ? this.#unused.find((runner) => runner.isPrepared) : undefined
    if (prepared === undefined) return warm
    this.#warm.add(tenant, warm)
    this.#unused.splice(this.#unused.indexOf(prepared), 1)
    return prepared
  }

  launch(): RunnerProcess {
    return this.#keep(this.#options.start())
  }

  /** Keeps a runner for its tenant once nothing of its last job is left. */
  async park(runner: RunnerProcess, tenant: string): Promise<void> {
    if ((await runner.cleared(this.#options.reuse)) && !this.#isClosed) {
      this.#warm.add(tenant, runner)
      const prepare = (): void => {
        const isFree = this.#warm.has(runner) && runner.sweepInHand === null
        if (isFree && !this.#options.isBusy()) this.#warmUp(runner)
      }
      setTimeout(prepare, QUIET_MS).unref()
    }
    setTimeout(() => this.#refill(), QUIET_MS).unref()
  }

  /**
   * Replaces taken runners beside a job, unless the returned function is called soon: starting one takes processor time from
   * the job, so short jobs finish first.
   */
  refillBeside(): () => void {
    const timer = setTimeout(() => this.#refill(), REFILL_MS)
    return () => clearTimeout(timer)
  }

  /** Ends all runners, also those at work. */
  async close(): Promise<void> {
    this.#isClosed = true
    this.#unused.length = 0
    this.#warm.close()
    const all = [...this.#alive]
    for (const runner of all) runner.kill()
    await Promise.all(all.map((runner) => runner.ended))
  }

  /** Tracks a runner until it ends: one that dies while waiting must not be given a job. */
  #keep(runner: RunnerProcess): RunnerProcess {
    this.#alive.add(runner)
    void runner.ended.finally(() => {
      this.#alive.delete(runner)
      const at = this.#unused.indexOf(runner)
      if (at >= 0) this.#unused.splice(at, 1)
      this.#warm.remove(runner)
    })
    return runner
  }

  #refill(): void {
    while (!this.#isClosed && this.#unused.length < this.#options.spares) {
      const runner = this.launch()
      this.#warmUp(runner)
      this.#unused.push(runner)
    }
  }

  #warmUp(runner: RunnerProcess): void {
    if (this.#options.warmsUp) runner.prepare()
  }
}
