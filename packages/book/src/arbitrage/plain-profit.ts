/** What one unit gains that is bought at the ask of one market and sold at the bid of another, before all costs. */
export interface PlainProfit {
  readonly profit: number
  /** Of the ask, two decimals. */
  readonly percent: number
}

export function plainProfit(bid: number, ask: number): PlainProfit {
  const profit = Number((bid - ask).toPrecision(12))
  return { profit, percent: Math.round((profit / ask) * 10_000) / 100 + 0 }
}
