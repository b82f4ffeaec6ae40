import { retryWhileAway, type Transaction } from '@tradeloom/database'
import type { Job } from './define-job.ts'
import type { JobQueue, TakenJob } from './job-queue.ts'

/** How long to keep an outcome while the database is away; after that the job is performed again. */
const KEEP_OUTCOME_MS = 30 * 60_000

/** A job whose lease this process holds. */
export class HeldJob implements Job<unknown> {
  readonly stored: TakenJob
  readonly queue: string
  readonly takenAt = performance.now()
  readonly #jobs: JobQueue
  readonly #aborted = new AbortController()
  readonly #stopping: AbortSignal
  readonly signal: AbortSignal
  #isEnding = false
  #isOver = false
  #isLost = false

  constructor(jobs: JobQueue, queue: string, stored: TakenJob, stopping: AbortSignal) {
    this.#jobs = jobs
    this.queue = queue
    this.stored = stored
    this.#stopping = stopping
    this.signal = AbortSignal.any([this.#aborted.signal, stopping])
  }

  get id(): string {
    return this.stored.id
  }

  get epoch(): number {
    return this.stored.epoch
  }

  get tenant(): string {
    return this.stored.tenant
  }

  get data(): unknown {
    return this.stored.data
  }

  get isOver(): boolean {
    return this.#isOver
  }

  get isLost(): boolean {
    return this.#isLost
  }

  /** Reports whether the database had the lease at `askedAt`. A missing lease was taken over, or the job was canceled. */
  confirm(isHeld: boolean, askedAt: number): void {
    if (isHeld || this.#isEnding || this.#isOver || askedAt < this.takenAt) return
    this.#lose()
  }

  /** Bound, so that it can be passed on. */
  readonly end = async (work: (tx: Transaction) => Promise<void>): Promise<boolean> => {
    if (this.#isLost) return false
    this.#isEnding = true
    let tries = 0
    try {
      const isEnded = await retryWhileAway(
        () => {
          tries++
          return this.#jobs.settle(this.queue, this.id, this.epoch, work)
        },
        { limitMs: KEEP_OUTCOME_MS, signal: this.#stopping },
      )
      // An earlier try may have succeeded although its response was lost.
      if (isEnded || tries > 1) this.#isOver = true
      else this.#lose()
      return this.#isOver
    } finally {
      this.#isEnding = false
    }
  }

  /** Bound, like `end`. */
  readonly change = async (work: (tx: Transaction) => Promise<void>): Promise<boolean> => {
    if (this.#isLost) return false
    const isHeld = await this.#jobs.change(this.id, this.epoch, work)
    if (!isHeld) this.#lose()
    return isHeld
  }

  #lose(): void {
    this.#isLost = true
    this.#aborted.abort(new Error('The lease of this job was lost'))
  }
}
