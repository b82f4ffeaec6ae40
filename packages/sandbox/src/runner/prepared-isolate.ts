import { DEFAULT_LIMITS, type RunLimits } from '../run-job.ts'
import type { EngineCode } from './engine-code.ts'
import { prepareIsolate, type PreparedIsolate } from './load-isolate.ts'
import { optimizeWhen } from './optimize-when.ts'
import { warmUpFactory, warmUpStep } from './warm-up.ts'
import { WARM_UP_SCRIPTS } from './warm-up-scripts.ts'

export const MEGABYTE = 1024 * 1024
/** Prices that a prepared isolate has room for: a year of minutes of two instruments. Larger runs get a fresh one. */
const DATA_MB = 64
/** Memory that a run may use, with its prices, megabytes. */
export function memoryOf(limits: RunLimits, dataBytes: number): number {
  return limits.memoryMb + Math.ceil(dataBytes / MEGABYTE)
}

/**
 * The isolate of the next run, prepared while the runner waits. It serves one run of one tenant, like any other: what
 * happens before is the engine running scripts of ours on simulated data.
 */
export class NextIsolate {
  readonly #engine: EngineCode
  readonly #onCatastrophe: () => void
  #prepared: PreparedIsolate | null = null
  #isWanted = false
  #memoryBefore: number | null = null
  #preparing: Promise<boolean> = Promise.resolve(false)

  constructor(engine: EngineCode, onCatastrophe: () => void) {
    this.#engine = engine
    this.#onCatastrophe = onCatastrophe
  }

  /** Memory of the process before anything was prepared for the next run. */
  get memoryBefore(): number {
    const now = process.memoryUsage.rss()
    return this.#prepared === null ? now : Math.min(now, this.#memoryBefore ?? now)
  }

  /** Prepares until `take` interrupts it; true at the end of everything that can be prepared. */
  prepare(): Promise<boolean> {
    if (this.#prepared !== null) return this.#preparing
    this.#isWanted = false
    this.#memoryBefore = process.memoryUsage.rss()
    this.#preparing = this.#prepare().catch((error: unknown) => {
      // The next run gets a fresh isolate and is only slower.
      process.stderr.write(`${String(error)}\n`)
      this.#prepared?.isolate.dispose()
      this.#prepared = null
      return false
    })
    return this.#preparing
  }

  /** An isolate for a run with these limits, as far prepared as it is. */
  async take(limits: RunLimits, dataBytes: number, use: 'running' | 'sweeping' = 'running'): Promise<PreparedIsolate> {
    this.#isWanted = true
    optimizeWhen(use)
    await this.#preparing
    const prepared = this.#prepared
    this.#prepared = null
    const memoryMb = memoryOf(limits, dataBytes)
    if (prepared !== null && limits.memoryMb === DEFAULT_LIMITS.memoryMb && memoryMb <= prepared.memoryMb)
      return prepared
    prepared?.isolate.dispose()
    const fresh = await prepareIsolate(this.#engine, memoryMb, this.#onCatastrophe)
    optimizeWhen(use)
    return fresh
  }

  async #prepare(): Promise<boolean> {
    const prepared = await prepareIsolate(this.#engine, DEFAULT_LIMITS.memoryMb + DATA_MB, this.#onCatastrophe)
    this.#prepared = prepared
    if (!this.#isWanted) optimizeWhen('waiting')
    const factories = []
    for (const source of WARM_UP_SCRIPTS) {
      if (this.#isWanted) return false
      factories.push(await warmUpFactory(prepared, source))
    }
    // One short step after the other: a job that arrives waits for one of them at most.
    while (!this.#isWanted) if (await warmUpStep(prepared, factories)) return true
    return false
  }
}
