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
  readonly maxDrawdownPercentage: number | null
  /** Value of the first objective. */
  readonly objective: number | null
  /** Value of each objective, by the key of its metric and in the unit of the metric. */
  readonly objectives: Readonly<Record<string, number | null>>
  /** Whether it completed and keeps all constraints. */
  readonly isFeasible: boolean
  /** How far it is beyond the constraints, in multiples of their bounds; null if one of them has no value. */
  readonly violation: number | null
  /** Why it errored. */
  readonly error: string | null
}
