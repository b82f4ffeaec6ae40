import type { Quantity, RunModels } from '@tradeloom/domain'

const LOT = 100_000

/**
 * Commission in account currency (negative for a rebate) of `share` of a fill: that part's quantity and value in
 * account currency. One fill that closes several positions, or reverses one, pays the minimum once; each part bears its
 * share. Makers rested at their price, takers took the market's.
 */
export function commissionOf(
  spec: RunModels['commission'],
  quantity: Quantity,
  value: number,
  isMaker: boolean,
  share = 1,
): number {
  const percent = spec.percent + (isMaker ? spec.makerPercent : spec.takerPercent)
  const amount = (spec.perLot * quantity) / LOT + (percent * value) / 100
  const minimum = spec.minimum * share
  return amount > 0 && amount < minimum ? minimum : amount
}

/** Whether no fill ever has a commission. */
export function isFree({ perLot, percent, makerPercent, takerPercent }: RunModels['commission']): boolean {
  return perLot === 0 && percent + makerPercent === 0 && percent + takerPercent === 0
}
