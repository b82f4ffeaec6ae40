import type { CommissionSpec } from '../run-spec.ts'

const LOT = 100_000

/** Commission of one fill in account currency: `value` is the fill's worth in account currency. */
export function commissionOf(spec: CommissionSpec, quantity: number, value: number): number {
  const amount = (spec.perLot * quantity) / LOT + (spec.percent * value) / 100
  return amount > 0 ? Math.max(amount, spec.minimum) : 0
}
