import { UserError, windowsProblem } from '@tradeloom/domain'
import type { RunSpec } from '@tradeloom/engine'
import { type MatrixWindow, walkForwardCells, walkForwardMatrix } from '@tradeloom/optimizer'
import { refuseOption } from '../options/refuse-option.ts'
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
  refuseOption('--walk-forward', windowsProblem(windows, walkForwardCells(option, option.matrix), Infinity))
  return windows
}
