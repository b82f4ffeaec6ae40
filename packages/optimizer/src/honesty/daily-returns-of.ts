/** Returns of equity at the ends of days. None of a ruined account: they would mean nothing. */
export function dailyReturnsOf(initialBalance: number, equity: Float64Array): number[] {
  if (equity.some((value) => value <= 0)) return []
  return Array.from(equity, (value, day) => value / (day === 0 ? initialBalance : (equity[day - 1] as number)) - 1)
}
