import type { BarInterval } from '@tradeloom/domain'
import type { RunSpec, ScriptFactory } from '@tradeloom/engine'
import {
  type ObservedRun,
  plainCopy,
  analyzeLookahead,
  type AnalysisProgress,
  type LookaheadReport,
  type ScriptHints,
  type Trial,
} from '@tradeloom/lookahead'
import type { CustomIndicator } from '@tradeloom/indicators'
import { customIndicators } from './custom-indicators.ts'
import { describeError, SCRIPT_FILE, type ScriptError } from './describe-error.ts'
import { harden } from './harden.ts'
import { loadedSeries } from './series-head.ts'
import type { TrialContext } from './trial-entry.ts'
// Puts the entry of its runs beside the one of the check.
import './trial-entry.ts'

/** The input of a check, as the runner passes it. */
export interface CheckCommand {
  /** The settings of a run over the data that came with it; null simulates a market. */
  readonly spec: RunSpec | null
  readonly interval: BarInterval
  readonly externals: Readonly<Record<string, number>>
  readonly seed: number
  /** Of a run on simulated data. */
  readonly initialBalance: number
  readonly hints: ScriptHints
  /** Names in the `market(...)` calls of the script. */
  readonly markets: readonly string[]
  /** Datasets that it reads, by their ids in a run. */
  readonly datasets: readonly string[]
}

export interface CheckSlice {
  readonly isDone: boolean
  /** It needs a fresh context for its next run before it can continue. */
  readonly wantsContext: boolean
  readonly progress: number
  readonly detector: string | null
}

/** A fresh context with the script in it. */
interface Stage {
  readonly context: TrialContext
  readonly factory: ScriptFactory
  readonly indicators: readonly CustomIndicator[]
}

/** Wall time after which the runner gets a progress report. */
const SLICE_MS = 100

const wallClock = Date.now
const freeze = Object.freeze

/** What a script threw in another context: its text and its place, without any object of the script. */
class Rethrown extends Error {
  readonly error: ScriptError

  constructor(error: ScriptError) {
    super(error.message)
    this.name = ''
    this.error = error
    this.stack = error.line === undefined ? '' : `${SCRIPT_FILE}:${error.line}:${error.column}`
  }
}

/**
 * Creates the functions through which the runner drives a check inside the isolate. The script never runs in this
 * context: the runner creates a fresh one for each run, so that no run can leave anything to the next one or to the
 * analysis.
 */
function createCheckEntry(commandText: string, headsText: string, ...buffers: ArrayBufferLike[]): unknown {
  const command = JSON.parse(commandText) as CheckCommand
  const data = loadedSeries(headsText, buffers)
  const stages: Stage[] = []
  let wantsContext = false
  let steps: Generator<AnalysisProgress, LookaheadReport> | null = null
  let report: LookaheadReport | null = null
  const answer = <Value>(work: () => Value): string => {
    try {
      return JSON.stringify({ value: work() })
    } catch (thrown) {
      const error = thrown instanceof Rethrown ? thrown.error : describeError(thrown)
      return JSON.stringify({ error, log: [] })
    }
  }
  harden(globalThis as unknown as Record<string, unknown>, command.seed, () => command.spec?.start ?? 0)
  return freeze({
    start: () =>
      answer(() => {
        const { spec, interval, externals, seed, initialBalance, hints, markets, datasets } = command
        steps = analyzeLookahead({
          runTrial,
          hints,
          sample: spec && { spec, ...data },
          interval,
          externals,
          markets,
          datasets,
          seed,
          initialBalance,
        })
        return null
      }),
    provide: (
      context: TrialContext,
      factory: ScriptFactory,
      headsText: string,
      ...indicators: CustomIndicator['factory'][]
    ) => {
      stages.push({ context, factory, indicators: customIndicators(headsText, indicators) })
    },
    advance: () => answer(() => advance()),
    /** The report as JSON; null before the end. */
    report: () => answer(() => report),
  })

  function* runTrial(trial: Trial): Generator<void, ObservedRun> {
    wantsContext = true
    while (stages.length === 0) yield
    const { context, factory, indicators } = stages.pop() as Stage
    wantsContext = false
    context.begin(factory, indicators, trial)
    while (!context.advance()) yield
    const { observed, thrown } = context.end()
    return { ...plainCopy(observed), thrown: thrown ? { error: new Rethrown(plainCopy(thrown)) } : undefined }
  }

  function advance(): CheckSlice {
    const end = wallClock() + SLICE_MS
    for (;;) {
      const step = (steps as Generator<AnalysisProgress, LookaheadReport>).next()
      if (step.done === true) {
        report = step.value
        return { isDone: true, wantsContext, progress: 1, detector: null }
      }
      if (wantsContext || wallClock() >= end) return { isDone: false, wantsContext, ...step.value }
    }
  }
}

Object.defineProperty(globalThis, 'createCheckEntry', { value: createCheckEntry, configurable: true })
