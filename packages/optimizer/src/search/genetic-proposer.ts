import type { Lattice, Point } from '../lattice/lattice.ts'
import { compareOutcomes } from '../ranking/compare-outcomes.ts'
import { compareTrials } from '../ranking/compare-trials.ts'
import type { Trial } from '../ranking/trial.ts'
import { Breeding } from './breeding.ts'
import { counted } from './counted.ts'
import type { GeneticParameters } from './genetic-parameters.ts'
import { limitText } from './limit-text.ts'
import type { Proposer } from './proposer.ts'
import { SeenPoints } from './seen-points.ts'

/**
 * A genetic algorithm: a random population, then generations of children of the best trials so far. Survivors keep their
 * place without another evaluation.
 */
export class GeneticProposer implements Proposer {
  readonly #parameters: GeneticParameters
  readonly #seen: SeenPoints
  readonly #breeding: Breeding
  #survivors: readonly Trial[] = []
  #evaluated = 0
  /** Generations in a row without a better best. */
  #idle = 0
  #round = 0

  constructor(lattice: Lattice, seed: number, parameters: GeneticParameters) {
    this.#parameters = parameters
    this.#seen = new SeenPoints(lattice, seed)
    this.#breeding = new Breeding(lattice, this.#seen, parameters.mutationRate)
  }

  propose(round: number, random: () => number): readonly Point[] {
    const { generations, populationSize, survivorCount, noImprovementCount, maxBacktestsCount } = this.#parameters
    this.#round = round
    if (round >= generations || this.#idle >= noImprovementCount) return []
    const left = maxBacktestsCount - this.#evaluated
    if (round === 0) return this.#seen.takeRandoms(Math.min(populationSize, left))
    const children: Point[] = []
    while (children.length < Math.min(populationSize - survivorCount, left)) {
      const child = this.#breeding.child(this.#parent(random), this.#parent(random), random)
      if (child === null) break
      children.push(child)
    }
    return children
  }

  ending(): string {
    const { generations, noImprovementCount, maxBacktestsCount } = this.#parameters
    if (this.#round >= generations) return counted(generations, 'generation')
    if (this.#idle >= noImprovementCount) return `${counted(noImprovementCount, 'generation')} without a better result`
    if (this.#evaluated >= maxBacktestsCount) return limitText(maxBacktestsCount)
    return 'no values that were not tried'
  }

  learn(trials: readonly Trial[]): void {
    const [before] = this.#survivors
    this.#survivors = [...this.#survivors, ...trials].toSorted(compareTrials).slice(0, this.#parameters.survivorCount)
    this.#evaluated += trials.length
    const isBetter = !before || compareOutcomes(this.#survivors[0] as Trial, before) < 0
    this.#idle = isBetter ? 0 : this.#idle + 1
  }

  /** The better one of two survivors. They are sorted, so the better one comes first. */
  #parent(random: () => number): Point {
    const { length } = this.#survivors
    const place = Math.min(Math.floor(random() * length), Math.floor(random() * length))
    return (this.#survivors[place] as Trial).point
  }
}
