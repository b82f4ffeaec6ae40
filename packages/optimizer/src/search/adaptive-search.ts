import { createRandom } from '@tradeloom/domain'

import type { Point } from '../lattice/lattice.ts'
import { mixSeed } from '../lattice/mix-seed.ts'
import type { Outcome } from '../ranking/outcome.ts'
import type { Proposer } from './proposer.ts'
import type { Round, Search } from './search.ts'

/** The rounds of a strategy that learns. Each round draws its own random numbers. */
export class AdaptiveSearch implements Search {
  readonly #proposer: Proposer
  readonly #seed: number
  #round: Round | null = null
  #number = 0
  #first = 0

  constructor(proposer: Proposer, seed: number) {
    this.#proposer = proposer
    this.#seed = seed
  }

  /** The same round again until its outcomes are told. */
  ask(): Round | null {
    if (this.#round) return this.#round
    const [number, first] = [this.#number, this.#first]
    const points = this.#proposer.propose(number, createRandom(mixSeed(this.#seed, number)))
    if (points.length === 0) return null
    const pointAt = (index: number) => points[index - first] as Point
    this.#round = { number, first, count: points.length, pointAt }
    return this.#round
  }

  ending(): string | null {
    return this.#proposer.ending?.() ?? null
  }

  tell(outcomes: readonly Outcome[]): void {
    const round = this.#round
    if (!round || outcomes.length !== round.count) throw new RangeError('The round has another number of trials')
    this.#proposer.learn(
      outcomes.map((outcome, k) => ({ ...outcome, index: round.first + k, point: round.pointAt(round.first + k) })),
    )
    this.#round = null
    this.#number += 1
    this.#first += round.count
  }
}
