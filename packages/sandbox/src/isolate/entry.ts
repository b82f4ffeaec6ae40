import {
  createRangedRun,
  logText,
  packResult,
  type Run,
  type RunInputs,
  RunLog,
  type RunSpec,
  type ScriptFactory,
  writeResult,
} from '@tradeloom/engine'
import type { CustomIndicator } from '@tradeloom/indicators'
import { clockedScript } from './clocked-script.ts'
import { computeCustom, type IndicatorCommand } from './compute-custom.ts'
import { customIndicators } from './custom-indicators.ts'
import { describeError, type ScriptError } from './describe-error.ts'
import { harden } from './harden.ts'
import { locateIn } from './script-stack.ts'
import { loadedSeries } from './series-head.ts'
import { sessionCalls } from './session-entry.ts'
import { type Clock, seededRandom } from './simulated-globals.ts'
import { sweepCalls } from './sweep-calls.ts'
import { warmUpRuns } from './warm-up-runs.ts'
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

/** What is kept of the log of a single indicator. */
const INDICATOR_LOG = { logLines: 1_000, logBytes: 262_144 }

const wallClock = Date.now
const freeze = Object.freeze

/**
 * Makes the few functions through which the runner drives a run inside the isolate. The world is hardened first; prices
 * then come into a closure, and the script is called last. Nothing of a job is needed for it, so that a runner can
 * prepare this, and warm it up, before a job arrives.
 */
function createEntry(): unknown {
  let now = (): number => 0
  let random = seededRandom(1)
  let input: (Pick<RunInputs, 'spec' | 'series' | 'sources' | 'limits'> & { readonly unused: unknown }) | null = null
  let run: Run | null = null
  let written: Uint8Array | null = null
  let warmUp: Iterator<void, void> | null = null
  const pace = new Pace()
  let lines: RunLog | null = null
  const logOf = (): readonly unknown[] => run?.log() ?? lines?.lines() ?? []
  const answer = answering(logOf)
  const restart = (): void => {
    const { spec } = world.inputs()
    now = () => spec.start
    random = seededRandom(spec.seed)
  }
  const world = {
    answer,
    inputs: () => input as NonNullable<typeof input>,
    useClock: (clock: Clock) => (now = clock),
    useRandom: (chance: () => number) => (random = chance),
  }
  const globals = globalThis as unknown as Record<string, unknown>
  harden(
    globals,
    1,
    () => now(),
    () => random(),
  )
  return freeze({
    /** Continues for a while with runs that nobody gets; true when there are no more. */
    warmUp: (...factories: ScriptFactory[]) =>
      answer(() => {
        warmUp ??= warmUpRuns(factories)
        return warmUp.next().done === true
      }),
    /** Sets what was added to the scripts. */
    locate: (text: string) => answer(() => locateIn(text)),
    load: (specText: string, headsText: string, logTotal: number, unused: unknown, ...buffers: ArrayBufferLike[]) =>
      answer(() => {
        const spec = JSON.parse(specText) as RunSpec
        const data = loadedSeries(headsText, buffers)
        warmUp = null
        input = { spec, ...data, limits: { logTotal }, unused }
        restart()
        return null
      }),
    start: (factory: ScriptFactory, headsText: string, ...indicators: CustomIndicator['factory'][]) =>
      answer(() => {
        const script = clockedScript(factory, world.useClock)
        const custom = customIndicators(headsText, indicators)
        run = createRangedRun({ ...world.inputs(), indicators: custom, factory: script }, restart)
        return { events: run.events }
      }),
    ...sweepCalls(world),
    ...sessionCalls(world),
    /** Computes a custom indicator instead of a run. */
    compute: (commandText: string, logTotal: number, buffer: ArrayBufferLike, factory: CustomIndicator['factory']) =>
      answer(() => {
        const log = new RunLog({ ...INDICATOR_LOG, logTotal })
        let time = 0
        warmUp = null
        now = () => time
        random = seededRandom(1)
        lines = log
        return computeCustom(JSON.parse(commandText) as IndicatorCommand, buffer, factory, {
          setTime: (given) => (time = given),
          log: (...values) => log.write(time, 'info', logText(values)),
        })
      }),
    advance: () => answer(() => pace.advance(run as Run)),
    finish: (reason: 'completed' | 'stopped') =>
      answer(() => {
        written = writeResult(packResult((run as Run).finishCompact(reason)))
        return written.length
      }),
    // Not an answer but the bytes of the result. No script code runs any more.
    result: () => written?.buffer,
    log: (most: number) => answer(() => logOf().slice(-most)),
  })
}

/**
 * Turns work into an answer. Errors become text here, inside the timed call, so that a hostile getter meets the time
 * limit.
 */
function answering(logOf: () => readonly unknown[]): <Value>(work: () => Value) => string {
  return (work) => {
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
