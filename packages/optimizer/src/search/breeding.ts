import type { Lattice, Point } from '../lattice/lattice.ts'
import type { SeenPoints } from './seen-points.ts'

const MAX_TRIES = 32

/** Makes children of two points by uniform crossover and mutation of single genes, never one that was seen before. */
export class Breeding {
  readonly #sizes: readonly number[]
  readonly #seen: SeenPoints
  readonly #mutationRate: number
  readonly #mutable: readonly number[]

  constructor(lattice: Lattice, seen: SeenPoints, mutationRate: number) {
    this.#sizes = lattice.sizes
    this.#seen = seen
    this.#mutationRate = mutationRate
    this.#mutable = lattice.sizes.flatMap((size, gene) => (size > 1 ? [gene] : []))
  }

  /** Null if the lattice is used up. */
  child(mother: Point, father: Point, random: () => number): Point | null {
    const child = mother.map((gene, k) => (random() < 0.5 ? gene : (father[k] as number)))
    for (const gene of this.#mutable) if (random() < this.#mutationRate) this.#mutate(child, gene, random)
    for (let tries = 0; this.#seen.has(child); tries++) {
      if (tries === MAX_TRIES || this.#mutable.length === 0) return this.#seen.takeRandom()
      this.#mutate(child, this.#mutable[Math.floor(random() * this.#mutable.length)] as number, random)
    }
    this.#seen.add(child)
    return child
  }

  /** To another value, all equally likely. */
  #mutate(point: number[], gene: number, random: () => number): void {
    const drawn = Math.floor(random() * ((this.#sizes[gene] as number) - 1))
    point[gene] = drawn < (point[gene] as number) ? drawn : drawn + 1
  }
}
