import {
  createRun,
  leanResult,
  packResult,
  type Run,
  type RunInputs,
  type ScriptFactory,
  writeResult,
} from '@tradeloom/engine'
import type { CustomIndicator } from '@tradeloom/indicators'
import { SweepRowsWriter } from '../sweep-rows.ts'
import { describeError, type ScriptError } from './describe-error.ts'
import { seededRandom } from './simulated-globals.ts'

/** What the rows of a sweep contain. */
export interface SweepCommand {
  readonly metrics: readonly string[]
  /** Percent; null for none. */
  readonly maxDrawdown: number | null
  /** The maximum size that the result of a single run may have. */
  readonly resultBytes: number
}

/** Why a run has no numbers: what its script threw, or that its result would be too large. */
export interface FailedRun {
  readonly run: number
  readonly error: ScriptError | 'result-too-large'
  /** It failed before the script was given a price. */
  readonly isBeforePrices: boolean
}

export interface SweepSlice {
  readonly isDone: boolean
  /** Runs of the batch that have ended. */
  readonly done: number
  /** Those of this slice that failed. */
  readonly failed: readonly FailedRun[]
}

export interface World {
  useClock(clock: () => number): void
  useRandom(random: () => number): void
}

/** Wall time after which the runner gets the rows so far. */
const SLICE_MS = 100
/** Always the same, because a cut run ends at the end of a step. */
const ROWS_A_STEP = 2048

const wallClock = Date.now

/**
 * Many runs of one script in one context, one after the other. Each calls the factory of the script anew, so that nothing
 * of one run is left in the next: everything else that a script can reach is frozen. Prices are shared by all runs.
 */
export class Sweep {
  readonly #inputs: Pick<RunInputs, 'spec' | 'series' | 'sources' | 'limits' | 'indicators'>
  readonly #factory: ScriptFactory
  readonly #command: SweepCommand
  readonly #world: World
  /** The number of the run in progress, where the runner reads it if the isolate is lost. */
  readonly #current: Int32Array
  readonly #rows = new SweepRowsWriter()
  #points: readonly Readonly<Record<string, number>>[] = []
  #run: Run | null = null
  #at = 0

  constructor(
    inputs: Pick<RunInputs, 'spec' | 'series' | 'sources' | 'limits'>,
    script: { readonly factory: ScriptFactory; readonly indicators: readonly CustomIndicator[] },
    command: SweepCommand,
    current: Int32Array,
    world: World,
  ) {
    this.#inputs = { ...inputs, indicators: script.indicators }
    this.#factory = script.factory
    this.#command = command
    this.#current = current
    this.#world = world
  }

  begin(points: readonly Readonly<Record<string, number>>[]): void {
    this.#points = points
    this.#at = 0
    this.#run = null
  }

  advance(): SweepSlice {
    const end = wallClock() + SLICE_MS
    const failed: FailedRun[] = []
    while (this.#at < this.#points.length) {
      this.#current[0] = this.#at
      const error = this.#step()
      if (error !== null) {
        failed.push({ run: this.#at, error, isBeforePrices: this.#run === null })
        this.#rows.errored()
        this.#next()
      }
      if (wallClock() >= end) break
    }
    return { isDone: this.#at >= this.#points.length, done: this.#at, failed }
  }

  takeRows(): ArrayBuffer {
    return this.#rows.take()
  }

  /** Continues with the run in progress, or begins the next one. Errors become text here, within the time limit. */
  #step(): FailedRun['error'] | null {
    try {
      this.#run ??= this.#start(this.#points[this.#at] as Readonly<Record<string, number>>)
      const isOver = !this.#run.step(ROWS_A_STEP)
      const isCut = this.#run.drawdown() > (this.#command.maxDrawdown ?? Infinity)
      return isOver || isCut ? this.#finish(this.#run, isOver) : null
    } catch (thrown) {
      return describeError(thrown)
    }
  }

  #start(externals: Readonly<Record<string, number>>): Run {
    const { spec } = this.#inputs
    this.#world.useClock(() => spec.start)
    this.#world.useRandom(seededRandom(spec.seed))
    return createRun({
      ...this.#inputs,
      spec: { ...spec, externals },
      factory: (api, guard) => {
        if (typeof api['now'] === 'function') this.#world.useClock(api['now'] as () => number)
        return this.#factory(api, guard)
      },
    })
  }

  #finish(run: Run, isOver: boolean): FailedRun['error'] | null {
    const { metrics, maxDrawdown, resultBytes } = this.#command
    const reason = isOver ? 'completed' : 'stopped'
    let lean
    if (run.maxResultBytes() <= resultBytes) lean = run.finishLean(reason, metrics)
    else {
      // Only its bytes show whether a single run would give a result.
      const compact = run.finishCompact(reason)
      if (writeResult(packResult(compact)).length > resultBytes) return 'result-too-large'
      lean = leanResult(compact, metrics)
    }
    const isCut = maxDrawdown !== null && lean.maxDrawdownPercentage > maxDrawdown
    this.#rows.add(isCut ? 'Cut' : 'Completed', lean)
    this.#next()
    return null
  }

  #next(): void {
    this.#run = null
    this.#at += 1
  }
}
