import type { Round } from '@tradeloom/optimizer'

/** Aim for the length of a batch: short enough that a single backtest need not wait, and long enough to be worth it. */
const BATCH_MS = 1000
/** Less work is not worth the steps around a batch. */
const MIN_MS = 50
const MOST = 1000
/** Before the cost of a backtest is known. */
const FIRST = 8

interface Cost {
  readonly done: number
  readonly cpuMs: number
}

/** The indexes of a round that still have to be sent to the runners. */
export class RoundWork {
  readonly #round: Round
  readonly #isStored: Uint8Array
  readonly #places: number
  #next = 0
  /** Sent before, but their batch was given up: each is sent alone. */
  readonly #lost: number[] = []

  constructor(round: Round, known: Iterable<number>, places: number) {
    this.#round = round
    this.#places = places
    this.#isStored = new Uint8Array(round.count)
    for (const index of known) if (index >= round.first) this.#isStored[index - round.first] = 1
  }

  /** The next batch; null if everything was sent. */
  next(cost: Cost): { readonly indexes: number[]; readonly isAlone: boolean } | null {
    const { first, count } = this.#round
    // As long as the cost is not known, the first batches are of one size.
    const left = cost.done === 0 ? count : count - this.#next
    const size = sizeOf(cost, Math.ceil(left / this.#places))
    const indexes: number[] = []
    for (; this.#next < count && indexes.length < size; this.#next++) {
      if (this.#isStored[this.#next] === 0) indexes.push(first + this.#next)
    }
    if (indexes.length > 0) return { indexes, isAlone: false }
    const lost = this.#lost.pop()
    return lost === undefined ? null : { indexes: [lost], isAlone: true }
  }

  lose(indexes: readonly number[]): void {
    this.#lost.push(...indexes)
  }
}

/** No more than a place's share of what is left, so that all places end at about the same time. */
function sizeOf({ done, cpuMs }: Cost, share: number): number {
  if (done === 0) return Math.min(FIRST, share)
  const runsIn = (ms: number): number => Math.round(ms / Math.max(0.01, cpuMs / done))
  return Math.max(1, Math.min(MOST, runsIn(BATCH_MS), Math.max(share, runsIn(MIN_MS))))
}
