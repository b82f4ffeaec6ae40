import type { Outcome } from '../ranking/outcome.ts'
import type { Round } from './search.ts'

/** Collects the outcomes of a round from any number of workers, in any order, repeated or not. */
export class RoundResults {
  readonly #round: Round
  readonly #outcomes: (Outcome | undefined)[]
  #missing: number

  constructor(round: Round) {
    this.#round = round
    this.#outcomes = Array.from({ length: round.count })
    this.#missing = round.count
  }

  /** The first outcome of a trial counts. */
  take(index: number, outcome: Outcome): void {
    const place = index - this.#round.first
    if (!(place in this.#outcomes)) throw new RangeError(`Trial ${index} does not belong to the round`)
    if (this.#outcomes[place]) return
    this.#outcomes[place] = outcome
    this.#missing -= 1
  }

  get isComplete(): boolean {
    return this.#missing === 0
  }

  /** In the order of indexes; throws while some are missing. */
  outcomes(): readonly Outcome[] {
    if (!this.isComplete) throw new RangeError(`${this.#missing} trials of the round are missing`)
    return this.#outcomes as Outcome[]
  }
}
