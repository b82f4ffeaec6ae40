/** Largest drawdown of a balance as a fraction of its peak, for profits in this order. */
export function drawdownInOrder(profits: ArrayLike<number>, initialBalance: number): number {
  let [balance, peak, deepest] = [initialBalance, initialBalance, 0]
  for (let k = 0; k < profits.length; k++) {
    balance += profits[k] as number
    if (balance > peak) peak = balance
    else deepest = Math.max(deepest, (peak - balance) / peak)
  }
  return deepest
}
