/** How much of a run is recorded. */
export interface RecordLimits {
  readonly logLines: number
  readonly logBytes: number
  /** Maximum log characters in total, including dropped lines; more ends the run. */
  readonly logTotal: number
  readonly positions: number
  readonly orders: number
  /**
   * Maximum values of all plots together: five lines over a year of minutes. Later ones are not kept, and the result
   * says so.
   */
  readonly plotValues: number
}

export const DEFAULT_RECORD_LIMITS: RecordLimits = {
  logLines: 5_000,
  logBytes: 1_048_576,
  logTotal: 64 * 1_048_576,
  positions: 200_000,
  orders: 500_000,
  plotValues: 2_000_000,
}
