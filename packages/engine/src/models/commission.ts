import type { CommissionSpec } from '../run-spec.ts'

const LOT = 100_000

/**
 * Commission of one fill in account currency, below zero for a rebate: `value` is the fill's worth in account
 * currency. Makers waited at their price, takers took the market's.
 */
export function commissionOf(spec: CommissionSpec, quantity: number, value: number, isMaker: boolean): number {
  const percent = spec.percent + (isMaker ? spec.makerPercent : spec.takerPercent)
  const amount = (spec.perLot * quantity) / LOT + (percent * value) / 100
  return amount > 0 && amount < spec.minimum ? spec.minimum : amount
}
