const FIRST_MS = 200
const MAX_PAUSE_MS = 30_000
/** After this time it counts as healthy, and the next restart is quick again. */
const HEALTHY_MS = 60_000

/** The pause before each restart of a process: twice as long each time, until it has run well for a while. */
export class BackOff {
  readonly #max: number
  #next = FIRST_MS

  constructor(maxMs = MAX_PAUSE_MS) {
    this.#max = maxMs
  }

  /** The pause after a run of this length. */
  pauseAfter(ranMs: number): number {
    if (ranMs >= HEALTHY_MS) this.#next = FIRST_MS
    const pause = this.#next
    this.#next = Math.min(this.#max, pause * 2)
    return pause
  }
}
