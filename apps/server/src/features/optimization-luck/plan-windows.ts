import { MAX_WINDOWS, type WalkForwardSettings } from '@tradeloom/contracts'
import type { schema } from '@tradeloom/database'
import { walkForwardWindows, type WalkForwardWindow } from '@tradeloom/optimizer'
import { invalid } from '../../platform/errors/app-error.ts'

interface Planned {
  readonly walkForward: WalkForwardSettings
  readonly start: Date
  readonly end: Date
  readonly seed: number
}

/** The windows of a walk-forward optimization. Throws if the period has no room for one, or room for too many. */
export function planWindows({ walkForward, start, end, seed }: Planned): WalkForwardWindow[] {
  const { trainDays, testDays, embargoDays, anchored: isAnchored } = walkForward
  const period = { start: start.getTime(), end: end.getTime() }
  const windows = walkForwardWindows({ ...period, trainDays, testDays, embargoDays, isAnchored, seed })
  if (windows.length === 0) throw invalid('The period is too short for one training and one test window', 'walkForward')
  if (windows.length > MAX_WINDOWS)
    throw invalid(`${windows.length} windows are too many: ${MAX_WINDOWS} are allowed`, 'walkForward')
  return windows
}

/** The rows of planned windows. */
export function windowRows(
  optimizationId: string,
  windows: readonly WalkForwardWindow[],
): (typeof schema.walkForwardWindows.$inferInsert)[] {
  return windows.map(({ number, trainStart, trainEnd, testStart, testEnd }) => ({
    optimizationId,
    number,
    trainStart: new Date(trainStart),
    trainEnd: new Date(trainEnd),
    testStart: new Date(testStart),
    testEnd: new Date(testEnd),
  }))
}
