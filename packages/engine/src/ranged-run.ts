import { isExhaustion, type RunModels, SETTINGS, tidy } from '@tradeloom/domain'

import type { CompactResult } from './result/compact-result.ts'
import { expandResult } from './result/expand-result.ts'
import { type LeanResult, leanResult } from './result/lean-result.ts'
import type { LiveNumbers } from './live-numbers.ts'
import { createRun, type Run, type RunInputs } from './run.ts'
import type { LogLine, RunResult } from './run-result.ts'
import type { WarmupRequest } from './run-spec.ts'

const PATHS = Object.keys(SETTINGS.path.choices) as RunModels['path'][]

/**
 * A run that is followed by one under each other path model if the path inside a bar has decided anything: its result
 * then states the range of all their profits. Trades that follow differ too, so nothing less could tell it.
 *
 * `restart` sets back what the script's world keeps between runs: its clock and its randomness.
 */
export function createRangedRun(inputs: RunInputs, restart: () => void): Run {
  return new RangedRun(inputs, restart)
}

class RangedRun implements Run {
  readonly #inputs: RunInputs
  readonly #restart: () => void
  readonly #main: Run
  readonly #others: RunModels['path'][]
  #result: CompactResult | null = null
  /** The run in progress under another path. */
  #other: Run | null = null
  #profits: number[] = []
  /** A run under another path threw: then the range is not known. */
  #hasFailed = false

  constructor(inputs: RunInputs, restart: () => void) {
    this.#inputs = inputs
    this.#restart = restart
    this.#main = createRun(inputs)
    this.#others = PATHS.filter((path) => path !== inputs.spec.path)
  }

  get warmup(): readonly WarmupRequest[] {
    return this.#main.warmup
  }

  get events(): number {
    return this.#main.events
  }

  get hasPathDecided(): boolean {
    return this.#main.hasPathDecided
  }

  step(maxRows: number): boolean {
    if (this.#result !== null) return this.#stepOther(maxRows)
    if (this.#main.step(maxRows)) return true
    if (!this.#main.hasPathDecided) return false
    this.#result = this.#main.finishCompact()
    this.#profits = [this.#result.statistics.profit]
    return true
  }

  progress(): number {
    return this.#main.progress()
  }

  live(): LiveNumbers {
    return this.#main.live()
  }

  drawdown(): number {
    return this.#main.drawdown()
  }

  maxResultBytes(): number {
    return this.#main.maxResultBytes()
  }

  now(): number {
    return this.#main.now()
  }

  log(): readonly LogLine[] {
    return this.#main.log()
  }

  finish(reason: 'completed' | 'stopped' = 'completed'): RunResult {
    return expandResult(this.finishCompact(reason), { intervals: this.#inputs.intervals ?? true })
  }

  finishCompact(reason: 'completed' | 'stopped' = 'completed'): CompactResult {
    if (this.#result === null) return this.#main.finishCompact(reason)
    const result = this.#result
    const isWhole = this.#others.length === 0 && this.#other === null && !this.#hasFailed
    if (!isWhole) return result
    const ambiguousWorstProfit = tidy(Math.min(...this.#profits))
    const ambiguousBestProfit = tidy(Math.max(...this.#profits))
    return { ...result, statistics: { ...result.statistics, ambiguousWorstProfit, ambiguousBestProfit } }
  }

  finishLean(reason: 'completed' | 'stopped', metrics: readonly string[]): LeanResult {
    return this.#result === null ? this.#main.finishLean(reason, metrics) : leanResult(this.#result, metrics)
  }

  /** Continues with the runs under other paths; false when there are no more. */
  #stepOther(maxRows: number): boolean {
    try {
      if (this.#other === null) {
        const path = this.#others.shift()
        if (path === undefined) return false
        this.#restart()
        this.#other = createRun({ ...this.#inputs, spec: { ...this.#inputs.spec, path } })
      }
      if (this.#other.step(maxRows)) return true
      this.#profits.push(this.#other.finishLean('completed', []).profit)
    } catch (error) {
      // Whether it happens depends on the machine, and the result must not.
      if (isExhaustion(error)) throw error
      // The script fails on another path; its own run has not.
      this.#hasFailed = true
      this.#others.length = 0
    }
    this.#other = null
    return this.#others.length > 0
  }
}
