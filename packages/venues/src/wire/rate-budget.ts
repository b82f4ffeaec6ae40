import { randomUUID } from 'node:crypto'
import type { VenueClock } from '../ports/venue-clock.ts'
import { type RateCounter, rateCounter } from './rate-counter.ts'
import { memoryMs, type RateLimit } from './rate-limit.ts'
import type { SharedLog } from './shared-log.ts'
import type { SharedSilence } from './shared-silence.ts'

/** `urgent`: closings, cancellations and the guardian. */
export type Priority = 'urgent' | 'order' | 'look-up' | 'snapshot' | 'history'

/**
 * Up to which part of the budget each may go: a fifth is left for what is urgent, and comparing accounts with their venue
 * keeps nobody from placing an order.
 */
const SHARES: Readonly<Record<Priority, number>> = {
  urgent: 1,
  order: 0.8,
  'look-up': 0.7,
  snapshot: 0.6,
  history: 0.5,
}

/** A request that counts if it fits below `most` when its turn comes; or what the venue has counted. */
type Claim = readonly [at: number, weight: number, most: number, id: string]
type Count = readonly [at: number, used: number]

export interface RateBudgetParts {
  readonly clock: VenueClock
  readonly silence: SharedSilence
  readonly limit: RateLimit
  /** Null: nobody else sends from this address. */
  readonly log: SharedLog | null
}

/**
 * What may be sent within one limit of a venue, and times at which nothing may be sent at all. All processes that share
 * its log own it together: each of them reads the same claims in the same order, and so all agree on those that fit.
 */
export class RateBudget {
  readonly #clock: VenueClock
  readonly #silence: SharedSilence
  readonly #log: SharedLog | null
  readonly #counter: RateCounter
  readonly #memoryMs: number
  #limit: number

  constructor({ clock, silence, limit, log }: RateBudgetParts) {
    this.#clock = clock
    this.#silence = silence
    this.#log = log
    this.#counter = rateCounter(limit)
    this.#memoryMs = memoryMs(limit)
    this.#limit = limit.limit
  }

  /** As the venue states it. */
  setLimit(limit: number): void {
    this.#limit = limit
  }

  /** Takes a request's weight and returns 0, or takes nothing and returns when to try again, UTC milliseconds. */
  take(weight: number, priority: Priority): number {
    const until = this.retryAt(weight, priority)
    if (until > 0) return until
    // Others may have claimed the same at the same time: then there is less than it seemed.
    return this.#claim(weight, this.#limit * SHARES[priority]) ? 0 : this.take(weight, priority)
  }

  /** 0 if it may be sent now. */
  retryAt(weight: number, priority: Priority): number {
    const { until } = this.#silence
    if (until !== null) return until
    const excess = this.#used() + weight - this.#limit * SHARES[priority]
    return excess <= 0 ? 0 : this.#counter.freeAt(this.#clock.now(), excess)
  }

  /** What the venue has counted, also from others behind the same address. */
  counted(used: number): void {
    if (used <= this.#used()) return
    const at = this.#clock.now()
    this.#counter.atLeast(used, at)
    this.#append([at, used])
  }

  get state(): { readonly used: number; readonly limit: number; readonly silentUntil: number | null } {
    return { used: this.#used(), limit: this.#limit, silentUntil: this.silentUntil }
  }

  /** Until when nothing may be sent at all; null while requests are allowed. */
  get silentUntil(): number | null {
    return this.#silence.until
  }

  /** The venue has told everybody behind this address to be silent. */
  silence(until: number): void {
    this.#silence.extend(until)
  }

  #used(): number {
    this.#follow('')
    return this.#counter.used(this.#clock.now())
  }

  #claim(weight: number, most: number): boolean {
    const at = this.#clock.now()
    const id = randomUUID()
    if (this.#append([at, weight, most, id])) return this.#follow(id)
    this.#counter.add(weight, at)
    return true
  }

  /** False without a log: a disk that takes nothing keeps nobody from sending. */
  #append(line: Claim | Count): boolean {
    try {
      this.#log?.append(JSON.stringify(line), this.#clock.now())
      return this.#log !== null
    } catch {
      return false
    }
  }

  /** Counts what was claimed since, and says whether the claim of that id has fit. */
  #follow(id: string): boolean {
    const now = this.#clock.now()
    let hasFit = true
    for (const line of this.#read(now)) {
      const claim = parse(line)
      // What is later was written by a wrong clock.
      if (claim === null || claim[0] > now + this.#memoryMs) continue
      const [at, weight, most, of] = claim
      if (most === undefined) this.#counter.atLeast(weight, at)
      else if (this.#counter.used(at) + weight <= most) this.#counter.add(weight, at)
      else if (of === id) hasFit = false
    }
    return hasFit
  }

  #read(now: number): readonly string[] {
    try {
      return this.#log?.read(now) ?? []
    } catch {
      // The venue itself states what it has counted.
      return []
    }
  }
}

/** Null for what no budget has written. */
function parse(line: string): Claim | readonly [...Count, undefined?, undefined?] | null {
  try {
    const claim = JSON.parse(line) as Claim
    const [at, weight, most = 0] = claim
    return [at, weight, most].every((value) => Number.isFinite(value)) ? claim : null
  } catch {
    return null
  }
}
