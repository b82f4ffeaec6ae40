import type { RunModels } from '../settings/settings.ts'

const LOT = 100_000

/** What is charged on fills. */
export type Commission = RunModels['commission']

/**
 * Commission in account currency (negative for a rebate) of `share` of a fill: that part's quantity and value in
 * account currency. One fill that closes several positions, or reverses one, pays the minimum once; each part bears its
 * share. Makers rested at their price, takers took the market's.
 */
export function commissionOf(spec: Commission, quantity: number, value: number, isMaker: boolean, share = 1): number {
  const percent = spec.percent + (isMaker ? spec.makerPercent : spec.takerPercent)
  const amount = (spec.perLot * quantity) / LOT + (percent * value) / 100
  const minimum = spec.minimum * share
  return amount > 0 && amount < minimum ? minimum : amount
}
