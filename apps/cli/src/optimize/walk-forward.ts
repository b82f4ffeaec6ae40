import { isoTime, UserError } from '@tradeloom/domain'
import { walkForwardEfficiency } from '@tradeloom/metrics'
import {
  compareTrials,
  createSearch,
  driftOfExternals,
  type Lattice,
  plateauBest,
  type Point,
  type Strategy,
  walkForwardWindows,
  type WalkForwardWindow,
} from '@tradeloom/optimizer'

import { evaluateTrials, type TrialSetup } from './evaluate-trials.ts'
import type { EvaluatedTrial } from './evaluated-trial.ts'
import type { WalkForwardOption } from './parse-walk-forward.ts'
import { runSearch } from './run-search.ts'
import type { WalkForwardReport, WindowReport } from './walk-forward-report.ts'

export interface WalkForwardSetup {
  readonly option: WalkForwardOption
  readonly strategy: Strategy
  readonly workers: number
  /** Called as each window begins, from 1. */
  readonly onWindow: (number: number, count: number) => void
  /** Called after each trial of a window. */
  readonly onTrial: (done: number, best: EvaluatedTrial) => void
}

/**
 * Optimizes each training window on its own and tests the best externals in the window after it. Every test is a run of its
 * own: without open positions, and with the equity that the previous test left. After an interruption the report has the
 * windows that were finished by then.
 */
export async function walkForward(
  setup: TrialSetup,
  { option, strategy, workers, onWindow, onTrial }: WalkForwardSetup,
): Promise<WalkForwardReport> {
  const { start, end, seed, initialBalance } = setup.spec
  const windows = windowsOf(() => walkForwardWindows({ ...option, start, end, seed }))
  const reports: WindowReport[] = []
  const chosenPoints: Point[] = []
  const [inSample, outOfSample]: [number[], number[]] = [[], []]
  let balance = initialBalance
  let testedWindows = 0
  for (const window of windows) {
    if (setup.signal.aborted) break
    onWindow(window.number + 1, windows.length)
    const training = periodOf(setup, window.trainStart, window.trainEnd, initialBalance)
    const trials = await runSearch({
      search: createSearch({ lattice: setup.lattice, strategy, seed: window.seed }),
      workers,
      evaluate: (first, points) => evaluateTrials(training, first, points),
      onTrial: countTrials(onTrial),
      signal: setup.signal,
    })
    if (setup.signal.aborted) break
    const chosen = choose(setup.lattice, trials, option.choose)
    let tested: EvaluatedTrial | null = null
    if (chosen) {
      const test = periodOf(setup, window.testStart, window.testEnd, balance)
      tested = (await evaluateTrials(test, 0, [chosen.point]))?.[0] ?? null
      if (tested === null) break
      balance += tested.row.profit ?? 0
      chosenPoints.push(chosen.point)
      // A test that ended with an error says nothing about its training, so neither of the two is counted.
      if (tested.row.status === 'Completed') {
        testedWindows++
        inSample.push(...chosen.dailyReturns)
        outOfSample.push(...tested.dailyReturns)
      }
    }
    reports.push(reportOf(window, chosen, tested))
  }
  const perYear = (365 * outOfSample.length) / Math.max(1, testedWindows * option.testDays)
  return {
    windows: reports,
    profit: balance - initialBalance,
    profitPercentage: (balance / initialBalance - 1) * 100,
    efficiency: walkForwardEfficiency.compute({ inSample, outOfSample, perYear }).value,
    drift: driftOfExternals(setup.lattice, chosenPoints),
  }
}

/** Null if no trial keeps all constraints, or has enough neighbors. */
function choose(
  lattice: Lattice,
  trials: readonly EvaluatedTrial[],
  by: WalkForwardOption['choose'],
): EvaluatedTrial | null {
  if (by === 'plateau') return plateauBest(lattice, trials)
  const [best] = trials.toSorted(compareTrials)
  return best && best.violation === 0 ? best : null
}

/** Calls back with the number of trials and the best one so far. */
function countTrials(onTrial: WalkForwardSetup['onTrial']): (trial: EvaluatedTrial) => void {
  let [done, best]: [number, EvaluatedTrial | null] = [0, null]
  return (trial) => {
    if (best === null || compareTrials(trial, best) < 0) best = trial
    onTrial(++done, best)
  }
}

function windowsOf(find: () => WalkForwardWindow[]): WalkForwardWindow[] {
  let windows: WalkForwardWindow[]
  try {
    windows = find()
  } catch (error) {
    throw new UserError('invalid-input', `--walk-forward: ${(error as Error).message}`)
  }
  if (windows.length > 0) return windows
  throw new UserError('invalid-input', '--walk-forward: the period is too short for one training and one test window')
}

function periodOf(setup: TrialSetup, start: number, end: number, initialBalance: number): TrialSetup {
  return { ...setup, spec: { ...setup.spec, start, end, initialBalance } }
}

function reportOf(
  { number, trainStart, trainEnd, testStart, testEnd }: WalkForwardWindow,
  chosen: EvaluatedTrial | null,
  tested: EvaluatedTrial | null,
): WindowReport {
  return {
    number,
    train: [isoTime(trainStart), isoTime(trainEnd)],
    test: [isoTime(testStart), isoTime(testEnd)],
    chosen: chosen?.row ?? null,
    tested: tested?.row ?? null,
  }
}
