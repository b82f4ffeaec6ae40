/** One trial as printed. An errored one has no numbers. */
export interface OptimizationRow {
  readonly index: number
  readonly externals: Readonly<Record<string, number>>
  readonly status: 'Completed' | 'Errored'
  readonly profit: number | null
  readonly profitPercentage: number | null
  readonly positionCount: number | null
  /** In the account currency. */
  readonly maxDrawdown: number | null
  /** Value of the first objective. */
  readonly objective: number | null
}
