import { UserError } from '@tradeloom/domain'
import type { ExternalRange } from '@tradeloom/optimizer'
import { parseRange } from './parse-range.ts'

/** One range for each external that varies. Throws UserError. */
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
