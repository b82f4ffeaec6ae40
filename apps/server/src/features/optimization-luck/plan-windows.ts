import { MAX_WINDOWS, type WalkForwardSettings } from '@tradeloom/contracts'
import type { schema } from '@tradeloom/database'
import { type MatrixWindow, walkForwardCells, walkForwardMatrix } from '@tradeloom/optimizer'
import { invalid } from '../../platform/errors/app-error.ts'

interface Planned {
  readonly walkForward: WalkForwardSettings
  readonly start: Date
  readonly end: Date
  readonly seed: number
}

/** The windows of a walk-forward optimization. Throws if the period has no room for one of each cell, or room for too many. */
export function planWindows({ walkForward, start, end, seed }: Planned): MatrixWindow[] {
  const { trainDays, testDays, embargoDays, anchored: isAnchored, matrix } = walkForward
  const period = { start: start.getTime(), end: end.getTime() }
  const windows = walkForwardMatrix({ ...period, trainDays, testDays, embargoDays, isAnchored, seed }, matrix)
  if (windows.length === 0) throw invalid('The period is too short for one training and one test window', 'walkForward')
  const isEmpty = ({ trainDays: train, testDays: test }: { readonly trainDays: number; readonly testDays: number }) =>
    !windows.some((window) => window.trainDays === train && window.testDays === test)
  const empty = walkForwardCells(walkForward, matrix).find(isEmpty)
  if (empty)
    throw invalid(
      `The period is too short for a test of ${empty.testDays} days after the longest training`,
      'walkForward',
    )
  if (windows.length > MAX_WINDOWS)
    throw invalid(`${windows.length} windows are too many: ${MAX_WINDOWS} are allowed`, 'walkForward')
  return windows
}

/** The rows of planned windows. */
export function windowRows(
  optimizationId: string,
  windows: readonly MatrixWindow[],
): (typeof schema.walkForwardWindows.$inferInsert)[] {
  return windows.map(({ number, trainDays, testDays, trainStart, trainEnd, testStart, testEnd }) => ({
    optimizationId,
    number,
    trainDays,
    testDays,
    trainStart: new Date(trainStart),
    trainEnd: new Date(trainEnd),
    testStart: new Date(testStart),
    testEnd: new Date(testEnd),
  }))
}
