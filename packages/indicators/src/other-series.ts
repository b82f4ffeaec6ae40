/**
 * The second series of an indicator that compares two: another indicator, or the closes of other bars, of the same
 * market or of another one.
 */
export interface OtherSeries {
  /** Its value at its last finished bar; NaN while there is none. */
  finished(): number
  /** Its value with the forming bar; NaN while there is none. */
  forming(): number
}
