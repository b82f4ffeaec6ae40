import { searchedProblem } from '@tradeloom/domain'
import type { ExternalRange } from '@tradeloom/optimizer'
import { refuseOption } from '../options/refuse-option.ts'
import { parseRange } from './parse-range.ts'

/** One range for each external that varies. Throws UserError. */
export function parseRanges(
  texts: readonly string[],
  externals: readonly { readonly name: string }[],
): ExternalRange[] {
  const ranges = texts.map(parseRange)
  refuseOption('--range', searchedProblem(ranges, externals))
  return ranges
}
