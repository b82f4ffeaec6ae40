/** Profits as shares of the balance before each of them; null once everything is lost, when there are none. */
export function sharesOfBalance(profits: ArrayLike<number>, initialBalance: number): Float64Array | null {
  const shares = new Float64Array(profits.length)
  let balance = initialBalance
  for (let k = 0; k < profits.length; k++) {
    shares[k] = (profits[k] as number) / balance
    balance += profits[k] as number
    if (balance <= 0) return null
  }
  return shares
}
