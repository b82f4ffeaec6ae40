import type { OhlcColumns } from '@tradeloom/domain'

import { checkArguments } from './check-arguments.ts'
import { columnFillOf } from './column-fill-of.ts'
import { BLOCK_ROWS } from './columns/column-fill.ts'
import type { IndicatorDefinition } from './definition.ts'

/**
 * An indicator over finished bars at once: one column per output, as long as the bars, NaN where there is no value.
 * `other` is the second series of an indicator that takes one, bar for bar. Throws RangeError with a text for people
 * when the arguments do not fit the indicator's parameters.
 */
export function indicatorColumns(
  definition: IndicatorDefinition,
  args: readonly (number | undefined)[],
  bars: OhlcColumns,
  other?: Float64Array,
): Float64Array[] {
  checkArguments(definition, args)
  const rows = bars.time.length
  const columns = definition.outputs.map(() => new Float64Array(rows))
  const fill = columnFillOf(definition, args, bars, other)
  for (let from = 0; from < rows; from += BLOCK_ROWS) fill(from, Math.min(rows, from + BLOCK_ROWS), columns, from)
  return columns
}
