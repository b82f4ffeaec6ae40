import { createRandom } from '@tradeloom/domain'
import type { ScriptFactory } from '@tradeloom/engine'
import type { CustomIndicator } from '@tradeloom/indicators'
import { type ObservedRun, observedRun, plainCopy, type Trial } from '@tradeloom/lookahead'
import { describeError, type ScriptError } from './describe-error.ts'
import { harden } from './harden.ts'
import { locateIn } from './script-stack.ts'

/** The outcome of a run of a check, with the script's error as text: the analysis touches no object of a script. */
interface TrialEnd {
  readonly observed: Omit<ObservedRun, 'thrown'>
  readonly thrown: ScriptError | null
}

/** One context of a check, used for one run. */
export interface TrialContext {
  begin(factory: ScriptFactory, indicators: readonly CustomIndicator[], trial: Trial): void
  /** Continues for a while; returns true once the run has ended. */
  advance(): boolean
  end(): TrialEnd
}

/** Prepares a context for a run of a check: hardened, with no script executed in it before. */
function createTrialEntry(locations: string): TrialContext {
  locateIn(locations)
  let now = (): number => 0
  let random = createRandom(1)
  let steps: Generator<void, ObservedRun> | null = null
  let run: ObservedRun | null = null
  harden(
    globalThis as unknown as Record<string, unknown>,
    1,
    () => now(),
    () => random(),
  )
  return Object.freeze({
    begin: (factory: ScriptFactory, indicators: readonly CustomIndicator[], trial: Trial) => {
      const { spec, series, sources, observation } = trial
      now = () => spec.start
      const world = {
        begin: (seed: number) => void (random = createRandom(seed)),
        useClock: (clock: () => number) => void (now = clock),
      }
      const own = { spec: plainCopy(spec), series, sources, ...(observation ? { observation } : {}) }
      steps = observedRun({ factory, indicators, world }, own)
    },
    advance: () => {
      const step = (steps as Generator<void, ObservedRun>).next()
      if (step.done === true) run = step.value
      return step.done === true
    },
    end: () => {
      const { thrown, ...observed } = run as ObservedRun
      return { observed, thrown: thrown ? describeError(thrown.error) : null }
    },
  })
}

Object.defineProperty(globalThis, 'createTrialEntry', { value: createTrialEntry, configurable: true })
