import { isoTime, UserError } from '@tradeloom/domain'
import { walkForwardEfficiency } from '@tradeloom/metrics'
import {
  compareTrials,
  createSearch,
  driftOfExternals,
  type Point,
  type Strategy,
  walkForwardWindows,
  type WalkForwardWindow,
} from '@tradeloom/optimizer'

import { evaluateTrial, type TrialSetup } from './evaluate-trial.ts'
import type { EvaluatedTrial } from './evaluated-trial.ts'
import type { WalkForwardOption } from './parse-walk-forward.ts'
import { runSearch } from './run-search.ts'
import type { WalkForwardReport, WindowReport } from './walk-forward-report.ts'

export interface WalkForwardSetup {
  readonly option: WalkForwardOption
  readonly strategy: Strategy
  readonly workers: number
}

/**
 * Optimizes each training window on its own and tests the best externals in the window after it. Every test is a run of its
 * own: without open positions, and with the equity that the previous test left.
 */
export async function walkForward(
  setup: TrialSetup,
  { option, strategy, workers }: WalkForwardSetup,
): Promise<WalkForwardReport> {
  const { start, end, seed, initialBalance } = setup.spec
  const windows = windowsOf(() => walkForwardWindows({ ...option, start, end, seed }))
  const reports: WindowReport[] = []
  const chosenPoints: Point[] = []
  const [inSample, outOfSample]: [number[], number[]] = [[], []]
  let balance = initialBalance
  for (const window of windows) {
    const training = periodOf(setup, window.trainStart, window.trainEnd, initialBalance)
    const trials = await runSearch({
      search: createSearch({ lattice: setup.lattice, strategy, seed: window.seed }),
      workers,
      evaluate: (index, point) => evaluateTrial(training, index, point),
      onTrial: () => undefined,
    })
    const [best] = trials.toSorted(compareTrials)
    const chosen = best && best.violation === 0 ? best : null
    let tested: EvaluatedTrial | null = null
    if (chosen) {
      tested = await evaluateTrial(periodOf(setup, window.testStart, window.testEnd, balance), 0, chosen.point)
      balance += tested.row.profit ?? 0
      chosenPoints.push(chosen.point)
      inSample.push(...chosen.dailyReturns)
      outOfSample.push(...tested.dailyReturns)
    }
    reports.push(reportOf(window, chosen, tested))
  }
  const perYear = (365 * outOfSample.length) / Math.max(1, chosenPoints.length * option.testDays)
  return {
    windows: reports,
    profit: balance - initialBalance,
    profitPercentage: (balance / initialBalance - 1) * 100,
    efficiency: walkForwardEfficiency.compute({ inSample, outOfSample, perYear }).value,
    drift: driftOfExternals(setup.lattice, chosenPoints),
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
