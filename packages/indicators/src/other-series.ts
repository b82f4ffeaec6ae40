/**
 * The second series of a two-series indicator: another indicator, or the closes of other bars, of the same or another
 * market.
 */
export interface OtherSeries {
  /** Its value at its last finished bar; NaN if there is none. */
  finished(): number
  /** Its value with the forming bar; NaN if there is none. */
  forming(): number
}
