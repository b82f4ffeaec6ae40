/** What a Sharpe ratio is compared with: 1 a year, per period. */
export function sharpeTarget(perYear: number): number {
  return 1 / Math.sqrt(perYear)
}
