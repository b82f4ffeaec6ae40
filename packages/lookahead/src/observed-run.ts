import { createRun, type RunSpec, type ScriptFactory, type Series } from '@tradeloom/engine'

import type { Observation } from './observation.ts'
import { Observed } from './observation.ts'
import { observeApi } from './observe-api.ts'

/** What a script can see besides its API; the host that compiled it rules over it. */
interface World {
  /** Called before each run: chance begins anew from the seed. */
  begin(seed: number): void
  /** Tells where the simulated time comes from. */
  useClock(now: () => number): void
}

/** One run that is asked for. Everything in it but the columns of its series is plain data. */
export interface Trial {
  readonly spec: RunSpec
  readonly series: readonly Series[]
  readonly observation?: Observation
}

/** Runs a script in a world of its own, in which no run was before; pauses whenever the run does. */
export type RunTrial = (trial: Trial) => Generator<void, ObservedRun>

/** The script and its world, made for this one run. */
interface Stage {
  readonly factory: ScriptFactory
  readonly world: World
}

export interface ObservedRun extends Observed {
  /** What the script has thrown; undefined when it came to its end. */
  readonly thrown: { readonly error: unknown } | undefined
  readonly logTexts: readonly { readonly time: number; readonly message: string }[]
  /** Rows of history that were fed before the start. */
  readonly warmup: readonly { readonly interval: string; readonly bars: number }[]
}

/** Rows between two pauses. */
const ROWS = 1_024

/** Long logs and many positions are not what a check is about. */
const LIMITS = { logLines: 2_000, logBytes: 262_144 }

/** One run of a script with everything that it does noted. Pauses now and then, so that its host may end it. */
export function* observedRun(
  { factory, world }: Stage,
  { spec, series, observation = {} }: Trial,
): Generator<void, ObservedRun> {
  const observed = new Observed()
  let thrown: ObservedRun['thrown']
  let logTexts: ObservedRun['logTexts'] = []
  let warmup: ObservedRun['warmup'] = []
  world.begin(spec.seed)
  world.useClock(() => spec.start)
  try {
    const run = createRun({
      spec,
      series,
      limits: LIMITS,
      factory: (api) => {
        world.useClock(api['now'] as () => number)
        const handlers = factory(observeApi(api, observed, observation))
        observed.handlesTicks = handlers.onTick !== undefined
        return handlers
      },
    })
    warmup = run.warmup
    try {
      while (run.step(ROWS)) yield
    } finally {
      logTexts = run.log().map(({ time, message }) => ({ time, message }))
    }
  } catch (error) {
    thrown = { error }
  }
  return Object.assign(observed, { thrown, logTexts, warmup })
}
