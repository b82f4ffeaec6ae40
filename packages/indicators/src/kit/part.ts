/**
 * A part of an indicator that keeps numbers from bar to bar. A value with a forming bar is computed by the same formula
 * as one with a finished bar; afterwards every part goes back to what it was after the last finished bar.
 */
export interface Part {
  /** Remembers the present state, in place of the one remembered before. */
  save(): void
  /** Goes back to the state that was remembered; it may be called several times. */
  restore(): void
}
