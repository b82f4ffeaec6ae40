/** What the statistics of luck need to know about one run. */
export interface SharpeSample {
  /** Per period, not annualized. */
  readonly sharpe: number
  /** Number of returns. */
  readonly periods: number
  readonly skewness: number
  /** Raw: 3 for normal returns. */
  readonly kurtosis: number
}
