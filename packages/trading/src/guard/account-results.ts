/** What positions of an account have made, in its currency; null before that is known. */
export interface AccountResults {
  /**
   * Profit of the positions that were closed since the reference, and of those that are open, at prices that stood for a
   * while. What was paid in or out is no result.
   */
  readonly result: number | null
  /** The same at the reference: at 00:00 UTC, or when the account was first watched on this day. */
  readonly referenceResult: number | null
  /** Profit of the positions that were closed since its peak is looked for, and of those that are open. */
  readonly resultNow: number | null
  /** The highest that this was. */
  readonly peakResult: number | null
}
