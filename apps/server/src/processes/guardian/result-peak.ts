import { type ResultSample, StandingResult } from '@tradeloom/trading'
import type { StoredPeak } from './stored-guards.ts'

/** A result that rises all the time is written that often. */
const WRITE_MS = 1_000

/** The result of an account since its limit of the drawdown was set, and the highest that it was. */
export class ResultPeak {
  readonly #write: (since: number, result: number) => void
  #since: number | null = null
  #peak: number | null = null
  #written: number | null = null
  #writtenAt = -Infinity
  #standing = new StandingResult()

  constructor(write: (since: number, result: number) => void) {
    this.#write = write
  }

  /** Null before it is known. */
  get peakResult(): number | null {
    return this.#peak
  }

  get resultNow(): number | null {
    return this.#standing.total
  }

  /** `sample`: without what was closed, as the database says it. */
  see(stored: StoredPeak | null, sample: ResultSample): void {
    if (stored?.since !== this.#since) {
      this.#since = stored?.since ?? null
      this.#peak = null
      this.#written = null
      this.#standing = new StandingResult()
    }
    if (stored === null) return
    this.#standing.see({ ...sample, total: sample.total + stored.closedResult })
    this.#peak = highest(this.#peak, stored.result, this.#standing.least)
    this.#written = highest(this.#written, stored.result)
    const isDue = sample.at >= this.#writtenAt + WRITE_MS
    if (this.#peak === null || this.#peak === this.#written || !isDue) return
    this.#writtenAt = sample.at
    this.#write(stored.since, this.#peak)
  }
}

function highest(...results: readonly (number | null)[]): number | null {
  const known = results.filter((result) => result !== null)
  return known.length === 0 ? null : Math.max(...known)
}
