import type { Permuted } from './drawdown-in-order.ts'

/** Of positions, one entry each. */
export interface StakeColumns {
  /** Index of the instrument. */
  readonly instrument: ArrayLike<number>
  readonly quantity: ArrayLike<number>
  /** In the currency of the account. */
  readonly notional: ArrayLike<number>
  readonly equityAtEntry: ArrayLike<number>
}

/** Differences of logarithms below this are the last digits of quantities. */
const DIGITS = 1e-9

/**
 * What the positions of a run had in common: the same money at stake, or the same share of equity. It is the one that
 * varies less, in units of each instrument or in money, against money by equity. Its profits may be put in another order.
 */
export function steadierStake({ instrument, quantity, notional, equityAtEntry }: StakeColumns): Permuted {
  const rows = Array.from(notional, (_, row) => row)
  const logs = (of: (row: number) => number) => rows.map((row) => Math.log(of(row)))
  const sameGroup = rows.map(() => 0)
  const units = spread(
    logs((row) => quantity[row] as number),
    Array.from(instrument),
  )
  const money = spread(
    logs((row) => notional[row] as number),
    sameGroup,
  )
  const share = spread(
    logs((row) => (notional[row] as number) / (equityAtEntry[row] as number)),
    sameGroup,
  )
  // Not a number where a stake or the equity is none.
  return share < Math.min(units, money) - DIGITS ? 'share' : 'money'
}

/** Standard deviation from the mean of each one's group. */
function spread(values: readonly number[], groups: readonly number[]): number {
  const sums = new Map<number, { sum: number; count: number }>()
  for (const [row, value] of values.entries()) {
    const group = groups[row] as number
    const { sum, count } = sums.get(group) ?? { sum: 0, count: 0 }
    sums.set(group, { sum: sum + value, count: count + 1 })
  }
  let squares = 0
  for (const [row, value] of values.entries()) {
    const { sum, count } = sums.get(groups[row] as number) as { sum: number; count: number }
    squares += (value - sum / count) ** 2
  }
  return Math.sqrt(squares / values.length)
}
