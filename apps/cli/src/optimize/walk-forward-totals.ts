import { DAY, isoTime } from '@tradeloom/domain'
import { walkForwardEfficiency } from '@tradeloom/metrics'
import type { Point, WalkForwardCell, WalkForwardWindow } from '@tradeloom/optimizer'

import type { EvaluatedTrial } from './evaluated-trial.ts'
import type { CellReport, WindowReport } from './walk-forward-report.ts'

/** The windows of one pair of lengths so far, and what their tests say together. */
export class WalkForwardTotals {
  readonly trainDays: number
  readonly testDays: number
  readonly windows: WindowReport[] = []
  /** Points that were handed to tests. */
  readonly chosen: Point[] = []
  /** What the tests so far have left. */
  balance: number
  readonly #initialBalance: number
  readonly #inSample: number[] = []
  readonly #outOfSample: number[] = []
  #tested = 0
  /** Calendar days of the windows that were tested. */
  #inSampleDays = 0
  #outOfSampleDays = 0
  #gained = 0

  constructor({ trainDays, testDays }: WalkForwardCell, initialBalance: number) {
    this.trainDays = trainDays
    this.testDays = testDays
    this.balance = initialBalance
    this.#initialBalance = initialBalance
  }

  add(window: WalkForwardWindow, chosen: EvaluatedTrial | null, tested: EvaluatedTrial | null): void {
    if (chosen) this.chosen.push(chosen.point)
    const profit = tested?.row.profit ?? 0
    this.balance += profit
    // A test that ended with an error says nothing about its training, so neither of the two is counted.
    if (chosen && tested?.row.status === 'Completed') {
      this.#tested += 1
      if (profit > 0) this.#gained += 1
      this.#inSampleDays += (window.trainEnd - window.trainStart) / DAY
      this.#outOfSampleDays += (window.testEnd - window.testStart) / DAY
      this.#inSample.push(...chosen.dailyReturns)
      this.#outOfSample.push(...tested.dailyReturns)
    }
    this.windows.push(reportOf(window, chosen, tested))
  }

  report(): CellReport {
    const { trainDays, testDays, windows, balance } = this
    const returns = { inSample: this.#inSample, outOfSample: this.#outOfSample }
    const days = { inSampleDays: this.#inSampleDays, outOfSampleDays: this.#outOfSampleDays }
    return {
      trainDays,
      testDays,
      windows: windows.length,
      tested: this.#tested,
      gained: this.#gained,
      profit: balance - this.#initialBalance,
      profitPercentage: (balance / this.#initialBalance - 1) * 100,
      efficiency: walkForwardEfficiency.compute({ ...returns, ...days }).value,
    }
  }
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
