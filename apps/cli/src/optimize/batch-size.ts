/** How long a batch shall take: short enough for a live display, long enough for the way there and back not to count. */
const BATCH_MS = 1000
const FIRST_BATCH = 8
const MAX_BATCH = 500

/** Sizes of batches, by what the runs so far have cost. They change no result. */
export class BatchSize {
  #msPerRun: number | null = null

  /** The next one, when `left` runs are left for `workers`. */
  next(left: number, workers: number): number {
    const byTime = this.#msPerRun === null ? FIRST_BATCH : Math.round(BATCH_MS / this.#msPerRun)
    return Math.max(1, Math.min(byTime, MAX_BATCH, Math.ceil(left / workers)))
  }

  take(runs: number, ms: number): void {
    this.#msPerRun = Math.max(ms / runs, 0.001)
  }
}
