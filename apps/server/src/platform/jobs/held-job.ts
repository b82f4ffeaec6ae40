import { retryWhileAway, type Transaction } from '@tradeloom/database'
import type { Job } from './define-job.ts'
import type { JobQueue, StoredJob } from './job-queue.ts'

/** The outcome of a job waits this long for a database that is away; after that the job is performed again. */
const KEEP_OUTCOME_MS = 30 * 60_000

/** A job that this process holds the lease of, until it is over. */
export class HeldJob implements Job<unknown> {
  readonly stored: StoredJob
  readonly queue: string
  readonly owner: string
  readonly takenAt = performance.now()
  readonly #jobs: JobQueue
  readonly #aborted = new AbortController()
  readonly #stopping: AbortSignal
  readonly signal: AbortSignal
  #isEnding = false
  #isOver = false
  #isLost = false

  constructor(jobs: JobQueue, queue: string, owner: string, stored: StoredJob, stopping: AbortSignal) {
    this.#jobs = jobs
    this.queue = queue
    this.owner = owner
    this.stored = stored
    this.#stopping = stopping
    this.signal = AbortSignal.any([this.#aborted.signal, stopping])
  }

  get id(): string {
    return this.stored.id
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

  /** What the database says of the lease, asked at `askedAt`. A lease that is gone was taken over, or the job was ended. */
  confirm(isHeld: boolean, askedAt: number): void {
    if (isHeld || this.#isEnding || this.#isOver || askedAt < this.takenAt) return
    this.#lose()
  }

  /** Bound, so that it can be handed on alone. */
  readonly end = async (work: (tx: Transaction) => Promise<void>): Promise<boolean> => {
    if (this.#isLost) return false
    this.#isEnding = true
    let tries = 0
    try {
      const isEnded = await retryWhileAway(
        () => {
          tries++
          return this.#jobs.settle(this.queue, this.id, this.owner, work)
        },
        { limitMs: KEEP_OUTCOME_MS, signal: this.#stopping },
      )
      // The answer of an earlier try may have been lost, and the job have ended by it all the same.
      if (isEnded || tries > 1) this.#isOver = true
      else this.#lose()
      return this.#isOver
    } finally {
      this.#isEnding = false
    }
  }

  #lose(): void {
    this.#isLost = true
    this.#aborted.abort(new Error('The lease of this job was lost'))
  }
}
