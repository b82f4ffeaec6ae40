/** What a search learns about one trial. */
export interface Outcome {
  /** One per objective, oriented so that higher is better; null if undefined. */
  readonly scores: readonly (number | null)[]
  /** Distance from the constraints: 0 if all are kept, infinite for a failed trial. */
  readonly violation: number
}
