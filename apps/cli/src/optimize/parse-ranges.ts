import { UserError } from '@tradeloom/domain'
import { axisOf, type ExternalRange } from '@tradeloom/optimizer'

/**
 * `name=from:to:count` for evenly spaced values, `name=from:to:step=0.5` for multiples of a step, and
 * `name=from:to:decimals=2` for all numbers with that many decimal places. Throws UserError.
 */
export function parseRanges(texts: readonly string[], externals: readonly string[]): ExternalRange[] {
  const ranges = texts.map(parseRange)
  for (const [k, { name }] of ranges.entries()) {
    if (!externals.includes(name))
      throw new UserError('invalid-input', `--range ${name}: the script has no external of that name`)
    if (ranges.findIndex((other) => other.name === name) !== k)
      throw new UserError('invalid-input', `--range ${name} is repeated`)
  }
  return ranges
}

const PATTERN = /^\s*([A-Za-z_$][\w$]*)\s*=\s*([^:]+):([^:]+):\s*(step=|decimals=)?\s*([^:]+)$/

function parseRange(text: string): ExternalRange {
  const [, name = '', from = '', to = '', kind, last = ''] = PATTERN.exec(text) ?? []
  const [start, end, amount] = [Number(from), Number(to), Number(last)]
  if (name === '' || ![start, end, amount].every(Number.isFinite))
    throw new UserError('invalid-input', `--range ${text} is not name=from:to:count`)
  if (kind === 'step=' && !(amount > 0))
    throw new UserError('invalid-input', `--range ${text}: the step must be a number above 0`)
  const range = rangeOf(name, start, end, kind, amount)
  try {
    axisOf(range)
  } catch (error) {
    throw new UserError('invalid-input', `--range ${text}: ${(error as Error).message}`)
  }
  return range
}

function rangeOf(name: string, start: number, end: number, kind: string | undefined, amount: number): ExternalRange {
  if (kind === 'step=') return { kind: 'stepped', name, start, end, step: amount, decimalPlaces: 0 }
  if (kind === 'decimals=') return { kind: 'stepped', name, start, end, step: 0, decimalPlaces: amount }
  return { kind: 'evenly-spaced', name, start, end, count: amount }
}
