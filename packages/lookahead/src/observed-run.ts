import {
  createRun,
  type RunSpec,
  type ScriptApi,
  type ScriptFactory,
  type Series,
  type SourceSeries,
} from '@tradeloom/engine'
import type { CustomIndicator } from '@tradeloom/indicators'

import type { Observation } from './observation.ts'
import { Observed } from './observation.ts'
import { RunObserver } from './run-observer.ts'

/** What a script can see besides its API, controlled by the host that compiled it. */
interface World {
  /** Called before each run: reseeds Math.random. */
  begin(seed: number): void
  /** Sets the source of the simulated time. */
  useClock(now: () => number): void
}

/** One run to make. Everything in it except the columns of its series is plain data. */
export interface Trial {
  readonly spec: RunSpec
  readonly series: readonly Series[]
  readonly sources: readonly SourceSeries[]
  readonly observation?: Observation
}

/** Runs a script in a fresh world that no earlier run has touched; yields whenever the run does. */
export type RunTrial = (trial: Trial) => Generator<void, ObservedRun>

/** The script and its world, created for this one run. */
interface Stage {
  readonly factory: ScriptFactory
  /** Custom indicators that the script may name. */
  readonly indicators?: readonly CustomIndicator[]
  readonly world: World
}

export interface ObservedRun extends Observed {
  /** What the script threw; undefined when it completed. */
  readonly thrown: { readonly error: unknown } | undefined
  readonly logTexts: readonly { readonly time: number; readonly message: string }[]
  /** Orders rejected and positions closed for lack of margin. */
  readonly marginEvents: number
  /** History that was fed before the start. */
  readonly warmup: readonly { readonly interval: string; readonly bars: number }[]
}

/** Rows between two pauses. */
const ROWS = 1_024

/** An analysis does not need long logs. */
const LIMITS = { logLines: 2_000, logBytes: 262_144 }

/** Creates an average over that many bars, which makes the engine feed them. */
function requestHistory(api: ScriptApi, { interval, bars }: NonNullable<Observation['moreHistory']>): void {
  const { SMA } = api['indicators'] as Record<string, (interval: string, period: number) => unknown>
  SMA?.(interval, bars)
}

/** Runs a script once and records everything it does. Yields regularly, so that the host can stop it. */
export function* observedRun(
  { factory, indicators = [], world }: Stage,
  { spec, series, sources, observation = {} }: Trial,
): Generator<void, ObservedRun> {
  const observed = new Observed()
  let thrown: ObservedRun['thrown']
  let logTexts: ObservedRun['logTexts'] = []
  let warmup: ObservedRun['warmup'] = []
  let now = (): number => spec.start
  const observer = new RunObserver(observed, observation, () => now())
  world.begin(spec.seed)
  world.useClock(() => spec.start)
  try {
    const run = createRun({
      spec,
      series,
      sources,
      indicators,
      limits: LIMITS,
      observer,
      factory: (api, guard) => {
        now = api['now'] as () => number
        world.useClock(now)
        if (observation.moreHistory) requestHistory(api, observation.moreHistory)
        const handlers = factory(api, guard)
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
  return Object.assign(observed, { thrown, logTexts, warmup, marginEvents: observer.marginEvents })
}
