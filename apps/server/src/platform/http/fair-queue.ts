import { AppError } from '../errors/app-error.ts'

/** A user or an address with a limited share. */
export interface Party {
  readonly key: string
  readonly running: number
  readonly waiting: number
}

export interface FairQueueOptions {
  /** Concurrent jobs of all parties. */
  readonly running: number
  /** Waiting jobs of all parties; further ones are rejected. */
  readonly waiting: number
}

interface Job {
  readonly parties: readonly Party[]
  readonly start: () => void
}

interface Share {
  running: number
  waiting: number
}

const RETRY_AFTER_S = 2

/**
 * Limits concurrent expensive work. Waiting jobs take turns by their first party, and no party can fill the queue alone.
 * What does not fit is rejected with a time after which to retry.
 */
export class FairQueue {
  readonly #options: FairQueueOptions
  readonly #shares = new Map<string, Share>()
  /** Waiting jobs by first party, in the order of turns. */
  readonly #waiting = new Map<string, Job[]>()
  #running = 0
  #count = 0

  constructor(options: FairQueueOptions) {
    this.#options = options
  }

  get running(): number {
    return this.#running
  }

  get waiting(): number {
    return this.#count
  }

  /** Throws 429 or 503 when the queue is full; skips work whose requester has left by its turn. */
  async run<Result>(
    parties: readonly [Party, ...Party[]],
    work: () => Promise<Result>,
    isGone: () => boolean = () => false,
  ): Promise<Result> {
    if (this.#running >= this.#options.running || !this.#mayRun(parties)) await this.#turn(parties)
    else this.#take(parties)
    try {
      if (isGone()) throw new AppError('limit', 'gone', 'The requester has left', { status: 499 })
      return await work()
    } finally {
      this.#running--
      this.#change(parties, 'running', -1)
      this.#startNext()
    }
  }

  #turn(parties: readonly [Party, ...Party[]]): Promise<void> {
    if (parties.some((party) => this.#of(party, 'waiting') >= party.waiting)) {
      throw new AppError('limit', 'too-many-requests', 'Too many concurrent requests. Please try again in a moment', {
        retryAfter: RETRY_AFTER_S,
      })
    }
    if (this.#count >= this.#options.waiting) throw busy()
    const [{ key }] = parties
    return new Promise((start) => {
      const waiting = this.#waiting.get(key)
      if (waiting) waiting.push({ parties, start })
      else this.#waiting.set(key, [{ parties, start }])
      this.#count++
      this.#change(parties, 'waiting', 1)
    })
  }

  #startNext(): void {
    while (this.#running < this.#options.running && this.#startOne());
  }

  #startOne(): boolean {
    for (const [key, jobs] of this.#waiting) {
      const [job] = jobs
      if (!job || !this.#mayRun(job.parties)) continue
      jobs.shift()
      this.#count--
      // The party's other jobs go to the end of the line.
      this.#waiting.delete(key)
      if (jobs.length > 0) this.#waiting.set(key, jobs)
      this.#change(job.parties, 'waiting', -1)
      this.#take(job.parties)
      job.start()
      return true
    }
    return false
  }

  #take(parties: readonly Party[]): void {
    this.#running++
    this.#change(parties, 'running', 1)
  }

  #mayRun(parties: readonly Party[]): boolean {
    return parties.every((party) => this.#of(party, 'running') < party.running)
  }

  #of({ key }: Party, what: keyof Share): number {
    return this.#shares.get(key)?.[what] ?? 0
  }

  #change(parties: readonly Party[], what: keyof Share, by: number): void {
    for (const { key } of parties) {
      const share = this.#shares.get(key) ?? { running: 0, waiting: 0 }
      share[what] += by
      if (share.running === 0 && share.waiting === 0) this.#shares.delete(key)
      else this.#shares.set(key, share)
    }
  }
}

function busy(): AppError {
  return new AppError('unavailable', 'busy', 'The server is busy. Please try again in a moment', {
    retryAfter: RETRY_AFTER_S,
  })
}
