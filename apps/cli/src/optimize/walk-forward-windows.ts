import { UserError } from '@tradeloom/domain'
import type { RunSpec } from '@tradeloom/engine'
import { type MatrixWindow, walkForwardCells, walkForwardMatrix } from '@tradeloom/optimizer'
import type { WalkForwardOption } from './parse-walk-forward.ts'

/** The windows of a period. Throws UserError if it is too short for one of each length. */
export function walkForwardWindows(
  option: WalkForwardOption,
  { start, end, seed }: Pick<RunSpec, 'start' | 'end' | 'seed'>,
): MatrixWindow[] {
  let windows: MatrixWindow[]
  try {
    windows = walkForwardMatrix({ ...option, start, end, seed }, option.matrix)
  } catch (error) {
    throw new UserError('invalid-input', `--walk-forward: ${(error as Error).message}`)
  }
  if (windows.length === 0)
    throw new UserError('invalid-input', '--walk-forward: the period is too short for one training and one test window')
  const tested = new Set(windows.map(({ testDays }) => testDays))
  const missing = walkForwardCells(option, option.matrix).find(({ testDays }) => !tested.has(testDays))
  if (missing)
    throw new UserError(
      'invalid-input',
      `--walk-forward: the period is too short for a test of ${missing.testDays} days after the longest training`,
    )
  return windows
}
