/** What is put in another order: profits in money, or as shares of the balance that they came to. */
export type Permuted = 'money' | 'share'

/** Largest drawdown of a balance as a fraction of its peak, for profits in this order; 1 once everything is lost. */
export function drawdownInOrder(profits: ArrayLike<number>, initialBalance: number, permuted: Permuted): number {
  let [balance, peak, deepest] = [initialBalance, initialBalance, 0]
  for (let k = 0; k < profits.length; k++) {
    const profit = profits[k] as number
    balance += permuted === 'money' ? profit : balance * profit
    if (balance <= 0) return 1
    if (balance > peak) peak = balance
    else deepest = Math.max(deepest, (peak - balance) / peak)
  }
  return deepest
}
