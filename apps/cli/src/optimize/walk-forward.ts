import {
  bestTrial,
  compareTrials,
  createSearch,
  driftOfExternals,
  type MatrixWindow,
  plateauBest,
  type Strategy,
  walkForwardCells,
} from '@tradeloom/optimizer'

import { evaluateTrials, type TrialSetup } from './evaluate-trials.ts'
import type { EvaluatedTrial } from './evaluated-trial.ts'
import type { WalkForwardOption } from './parse-walk-forward.ts'
import { runSearch } from './run-search.ts'
import type { WalkForwardReport } from './walk-forward-report.ts'
import { WalkForwardTotals } from './walk-forward-totals.ts'

export interface WalkForwardSetup {
  readonly option: WalkForwardOption
  readonly windows: readonly MatrixWindow[]
  readonly strategy: Strategy
  readonly workers: number
  /** Called as each window begins, from 1. */
  readonly onWindow: (number: number, count: number) => void
  /** Called after each trial of a window. */
  readonly onTrial: (done: number, best: EvaluatedTrial) => void
}

/**
 * Optimizes each training window on its own and tests the best externals in the window after it. Every test is a run of its
 * own: without open positions, and with the equity that the previous test of the same lengths left. Windows with the same
 * training share it. After an interruption the report has the windows that were finished by then.
 */
export async function walkForward(
  setup: TrialSetup,
  { option, windows, strategy, workers, onWindow, onTrial }: WalkForwardSetup,
): Promise<WalkForwardReport> {
  const { initialBalance } = setup.spec
  const cells = walkForwardCells(option, option.matrix).map((cell) => new WalkForwardTotals(cell, initialBalance))
  const trainings = new Map<string, EvaluatedTrial | null>()
  for (const window of windows) {
    if (setup.signal.aborted) break
    onWindow(window.number + 1, windows.length)
    const cell = cells.find(({ trainDays, testDays }) => trainDays === window.trainDays && testDays === window.testDays)
    if (!cell) throw new Error(`Window ${window.number} has no cell`)
    const period = `${window.trainStart} ${window.trainEnd}`
    if (!trainings.has(period)) {
      const training = periodOf(setup, window.trainStart, window.trainEnd, initialBalance)
      const trials = await runSearch({
        search: createSearch({ lattice: setup.lattice, strategy, seed: window.seed }),
        workers,
        evaluate: (first, points) => evaluateTrials(training, first, points),
        onTrial: countTrials(onTrial),
        signal: setup.signal,
      })
      if (setup.signal.aborted) break
      trainings.set(period, option.choose === 'plateau' ? plateauBest(setup.lattice, trials) : bestTrial(trials))
    }
    const chosen = trainings.get(period) ?? null
    let tested: EvaluatedTrial | null = null
    if (chosen) {
      const test = periodOf(setup, window.testStart, window.testEnd, cell.balance)
      tested = (await evaluateTrials(test, 0, [chosen.point]))?.[0] ?? null
      if (tested === null) break
    }
    cell.add(window, chosen, tested)
  }
  const [first] = cells
  if (!first) throw new Error('A walk-forward has one pair of lengths at least')
  const { profit, profitPercentage, efficiency } = first.report()
  return {
    windows: first.windows,
    profit,
    profitPercentage,
    efficiency,
    drift: driftOfExternals(setup.lattice, first.chosen),
    ...(option.matrix && { matrix: cells.map((cell) => cell.report()) }),
  }
}

/** Calls back with the number of trials and the best one so far. */
function countTrials(onTrial: WalkForwardSetup['onTrial']): (trial: EvaluatedTrial) => void {
  let [done, best]: [number, EvaluatedTrial | null] = [0, null]
  return (trial) => {
    if (best === null || compareTrials(trial, best) < 0) best = trial
    onTrial(++done, best)
  }
}

function periodOf(setup: TrialSetup, start: number, end: number, initialBalance: number): TrialSetup {
  return { ...setup, spec: { ...setup.spec, start, end, initialBalance } }
}
