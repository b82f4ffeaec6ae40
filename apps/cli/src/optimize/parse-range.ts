import { MAX_PERMUTATIONS, UserError } from '@tradeloom/domain'
import { axisOf, type ExternalRange } from '@tradeloom/optimizer'

/** A number on either side of the colons is not blank: `Number` would take that as 0. */
const PATTERN = /^\s*([A-Za-z_$][\w$]*)\s*=\s*([^:\s]+)\s*:\s*([^:\s]+)\s*:\s*(step=|decimals=)?\s*([^:\s]+)\s*$/

/**
 * `name=from:to:count` for evenly spaced values, `name=from:to:step=0.5` for multiples of a step, and
 * `name=from:to:decimals=2` for all numbers with that many decimal places. Throws UserError.
 */
export function parseRange(text: string): ExternalRange {
  const [, name = '', from = '', to = '', kind, last = ''] = PATTERN.exec(text) ?? []
  const [start, end, amount] = [Number(from), Number(to), Number(last)]
  if (name === '' || ![start, end, amount].every(Number.isFinite))
    throw new UserError(
      'invalid-input',
      `--range ${text} is not name=from:to:count, name=from:to:step=S or name=from:to:decimals=N`,
    )
  if (kind === 'step=' && !(amount > 0))
    throw new UserError('invalid-input', `--range ${text}: the step must be a number above 0`)
  if (kind === undefined && !(Number.isInteger(amount) && amount >= 1))
    throw new UserError('invalid-input', `--range ${text}: the count of values must be a whole number of at least 1`)
  const range = rangeOf(name, start, end, kind, amount)
  if (sizeOf(range, text) > MAX_PERMUTATIONS)
    throw new UserError(
      'invalid-input',
      `--range ${text}: more than ${MAX_PERMUTATIONS.toLocaleString('en-US')} values`,
    )
  return range
}

function sizeOf(range: ExternalRange, text: string): number {
  try {
    return axisOf(range).size
  } catch (error) {
    throw new UserError('invalid-input', `--range ${text}: ${(error as Error).message}`)
  }
}

function rangeOf(name: string, start: number, end: number, kind: string | undefined, amount: number): ExternalRange {
  if (kind === 'step=') return { kind: 'stepped', name, start, end, step: amount, decimalPlaces: 0 }
  if (kind === 'decimals=') return { kind: 'stepped', name, start, end, step: 0, decimalPlaces: amount }
  return { kind: 'evenly-spaced', name, start, end, count: amount }
}
