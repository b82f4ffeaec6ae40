import type { WalkForwardSettings } from '@tradeloom/contracts'
import type { schema } from '@tradeloom/database'
import { windowsProblem } from '@tradeloom/domain'
import { type MatrixWindow, walkForwardCells, walkForwardMatrix } from '@tradeloom/optimizer'
import { refuseInput } from '../../platform/errors/app-error.ts'

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
  refuseInput(windowsProblem(windows, walkForwardCells(walkForward, matrix)), 'walkForward')
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
