import type { RunModels } from '@tradeloom/domain'

// Tickets preview the same figure, so the formula is a rule of the domain.
export { commissionOf } from '@tradeloom/domain'

/** Whether no fill ever has a commission. */
export function isFree({ perLot, percent, makerPercent, takerPercent }: RunModels['commission']): boolean {
  return perLot === 0 && percent + makerPercent === 0 && percent + takerPercent === 0
}
