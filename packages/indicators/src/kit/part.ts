/**
 * A part of an indicator with state. A value with a forming bar is computed by the same formula as one with a finished
 * bar; afterwards every part returns to its state after the last finished bar.
 */
export interface Part {
  /** Saves the current state, replacing the previously saved one. */
  save(): void
  /** Restores the saved state; may be called several times. */
  restore(): void
}
