import type { RowIndex } from '@tradeloom/domain'

import type { Kernel } from '../../kernel.ts'
import type { TradedMarket } from '../../traded-market.ts'
import { takeCalledTicks } from './called-ticks.ts'
import type { QuietRange } from './quiet-range.ts'
import { takeQuietRows } from './quiet-rows.ts'
import { takeQuietTicks } from './quiet-ticks.ts'

export { endsBarsItself } from './quiet-rows.ts'

/**
 * The one door to the fast loops: processes the rows of a single market from `from` on in which nothing can be triggered,
 * in fewer steps and with the same outcome as one by one. Returns the first row that needs full processing, or `to`.
 */
export function skipQuiet(
  kernel: Kernel,
  market: TradedMarket,
  range: QuietRange,
  from: RowIndex,
  to: RowIndex,
): RowIndex {
  if (market.rows.kind === 'bar') return takeQuietRows(kernel, market, range, from, to)
  return market.onTick === undefined
    ? takeQuietTicks(kernel, market, from, to)
    : takeCalledTicks(kernel, market, from, to)
}
