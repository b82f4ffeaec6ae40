import { DAY } from '@tradeloom/domain'

import { mixSeed } from '../lattice/mix-seed.ts'
import type { WalkForwardPlan } from './walk-forward-plan.ts'
import { type WalkForwardWindow, walkForwardWindows } from './walk-forward-windows.ts'

/** Further lengths: each training length is combined with each test length. */
export interface WalkForwardLengths {
  readonly trainDays: readonly number[]
  readonly testDays: readonly number[]
}

/** A walk-forward of its own, by its lengths. */
export interface WalkForwardCell {
  readonly trainDays: number
  readonly testDays: number
}

export type MatrixWindow = WalkForwardWindow & WalkForwardCell

/** All combinations of lengths: that of the plan itself first, then by length. */
export function walkForwardCells(
  { trainDays, testDays }: WalkForwardCell,
  matrix: WalkForwardLengths | null | undefined,
): WalkForwardCell[] {
  const first = { trainDays, testDays }
  if (!matrix) return [first]
  const lengths = (own: number, more: readonly number[]): number[] =>
    [...new Set([own, ...more])].toSorted((a, b) => a - b)
  const all = lengths(trainDays, matrix.trainDays).flatMap((train) =>
    lengths(testDays, matrix.testDays).map((test): WalkForwardCell => ({ trainDays: train, testDays: test })),
  )
  return [first, ...all.filter((cell) => cell.trainDays !== trainDays || cell.testDays !== testDays)]
}

/**
 * The windows of all cells, cell by cell, numbered on. Each cell's first test begins on the same day, after the longest of
 * all trainings: cells that were tested on other days could not be compared. A cell without room for a window has none.
 */
export function walkForwardMatrix(
  plan: WalkForwardPlan,
  matrix: WalkForwardLengths | null | undefined,
): MatrixWindow[] {
  const cells = walkForwardCells(plan, matrix)
  const longest = Math.max(...cells.map(({ trainDays }) => trainDays))
  const windows: MatrixWindow[] = []
  for (const cell of cells) {
    const start = plan.start + (longest - cell.trainDays) * DAY
    for (const window of walkForwardWindows({ ...plan, ...cell, start })) {
      const number = windows.length
      windows.push({ ...window, ...cell, number, seed: mixSeed(plan.seed, number) })
    }
  }
  return windows
}
