/** Time as a venue's connection sees it: the machine's, or a simulated one in tests. */
export interface VenueClock {
  /** UTC milliseconds. */
  now(): number
  /** Calls `run` once, no earlier than `time`. Returns how to cancel it. */
  at(time: number, run: () => void): () => void
  /** Uniform in [0, 1): for pauses that must not all end at once. */
  random(): number
}
