import type { Lattice, Point } from '../../lattice/lattice.ts'
import type { Trial } from '../../ranking/trial.ts'
import { Breeding } from '../breeding.ts'
import { limitText } from '../limit-text.ts'
import type { Proposer } from '../proposer.ts'
import { SeenPoints } from '../seen-points.ts'
import { crowdingDistances } from './crowding-distances.ts'
import { sortIntoFronts } from './sort-into-fronts.ts'

interface Nsga2Options {
  readonly budget: number
  readonly populationSize: number
  readonly mutationRate: number
}

/** NSGA-II (Deb 2002): a population that approaches the Pareto front of several objectives and spreads along it. */
export class Nsga2Proposer implements Proposer {
  readonly #options: Nsga2Options
  readonly #seen: SeenPoints
  readonly #breeding: Breeding
  /** Sorted by front, then by crowding distance: the lower place wins a tournament. */
  #population: readonly Trial[] = []
  #evaluated = 0

  constructor(lattice: Lattice, seed: number, options: Nsga2Options) {
    this.#options = options
    this.#seen = new SeenPoints(lattice, seed)
    this.#breeding = new Breeding(lattice, this.#seen, options.mutationRate)
  }

  propose(round: number, random: () => number): readonly Point[] {
    const { budget, populationSize } = this.#options
    const count = Math.min(populationSize, budget - this.#evaluated)
    if (round === 0) return this.#seen.takeRandoms(count)
    const children: Point[] = []
    while (children.length < count) {
      const child = this.#breeding.child(this.#parent(random), this.#parent(random), random)
      if (child === null) break
      children.push(child)
    }
    return children
  }

  /** Only its budget ends it: a lattice within the budget is evaluated in full. */
  ending(): string {
    return limitText(this.#options.budget)
  }

  learn(trials: readonly Trial[]): void {
    this.#evaluated += trials.length
    const sorted = sortIntoFronts([...this.#population, ...trials]).flatMap((front) => {
      const distances = new Map(crowdingDistances(front).map((distance, k) => [front[k] as Trial, distance]))
      return front.toSorted((a, b) => comparison(distances.get(b), distances.get(a)) || a.index - b.index)
    })
    this.#population = sorted.slice(0, this.#options.populationSize)
  }

  #parent(random: () => number): Point {
    const { length } = this.#population
    const place = Math.min(Math.floor(random() * length), Math.floor(random() * length))
    return (this.#population[place] as Trial).point
  }
}

/** Unlike a difference, this is defined for two infinite distances. */
function comparison(a = 0, b = 0): number {
  return a === b ? 0 : a < b ? -1 : 1
}
