import { createRun, type Run, type RunSpec, type ScriptFactory } from '@tradeloom/engine'
import { canonicalJson } from './canonical-json.ts'
import { describeError, type ScriptError } from './describe-error.ts'
import { harden } from './harden.ts'
import { columnsOf, type SeriesHead } from './series-head.ts'
// Puts the entry of checks beside the one of runs.
import './check-entry.ts'

/** What every call into the isolate returns, as JSON. */
export type Answer<Value> =
  | { readonly value: Value }
  | { readonly error: ScriptError; readonly log: readonly unknown[] }

export interface Slice {
  readonly isDone: boolean
  readonly progress: number
  readonly live: ReturnType<Run['live']>
}

/** Rows per call of the engine's step; more would not be faster. */
const MAX_ROWS = 2048
/** Longer steps are shortened, so that slow scripts can be monitored and stopped too. */
const STEP_MS = 25
/** Wall time after which the runner gets a progress report and checks for a stop. */
const SLICE_MS = 100

const wallClock = Date.now
const freeze = Object.freeze

/**
 * Makes the few functions through which the runner drives a run inside the isolate. Data goes into a closure, then the
 * world is hardened, then the script is called for the first time.
 */
function createEntry(specText: string, headsText: string, logTotal: number, ...buffers: ArrayBufferLike[]): unknown {
  const spec = JSON.parse(specText) as RunSpec
  const heads = JSON.parse(headsText) as SeriesHead[]
  const series = heads.map((head, at) => ({
    instrumentId: head.instrumentId,
    columns: columnsOf(head, buffers[at] ?? new ArrayBuffer(0)),
  }))
  let now = (): number => spec.start
  let run: Run | null = null
  let result: Iterator<string, void> | null = null
  const pace = new Pace()
  const logOf = (): readonly unknown[] => run?.log() ?? []
  // Errors become text here, inside the timed call, so that a hostile getter meets the time limit.
  const answer = <Value>(work: () => Value): string => {
    try {
      return JSON.stringify({ value: work() })
    } catch (thrown) {
      const error = describeError(thrown)
      let log: readonly unknown[] = []
      try {
        log = logOf()
      } catch {
        // The first error is the one to report.
      }
      return JSON.stringify({ error, log })
    }
  }
  harden(globalThis as unknown as Record<string, unknown>, spec.seed, () => now())
  return freeze({
    start: (factory: ScriptFactory) =>
      answer(() => {
        run = createRun({
          spec,
          series,
          limits: { logTotal },
          factory: (api) => {
            // The script's own clock is there before the run is.
            if (typeof api['now'] === 'function') now = api['now'] as () => number
            return factory(api)
          },
        })
        return { events: run.events }
      }),
    advance: () => answer(() => pace.advance(run as Run)),
    finish: (reason: 'completed' | 'stopped') =>
      answer(() => {
        result = canonicalJson((run as Run).finish(reason))
        return null
      }),
    // Not an answer: the next piece of the result as it is. Nothing of the script runs any more.
    next: () => result?.next().value ?? '',
    log: (most: number) => answer(() => logOf().slice(-most)),
  })
}

/** Divides a run into slices of equal time. The result does not depend on them. */
class Pace {
  #rows = 16

  advance(run: Run): Slice {
    const end = wallClock() + SLICE_MS
    let isDone = false
    for (let begin = wallClock(); !isDone && begin < end;) {
      isDone = !run.step(this.#rows)
      const now = wallClock()
      if (now - begin > STEP_MS) this.#rows = Math.max(1, this.#rows >> 1)
      else if ((now - begin) * 2 < STEP_MS) this.#rows = Math.min(MAX_ROWS, this.#rows * 2)
      begin = now
    }
    return { isDone, progress: run.progress(), live: run.live() }
  }
}

Object.defineProperty(globalThis, 'createEntry', { value: createEntry, configurable: true })
