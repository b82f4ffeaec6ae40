import { createRandom } from '@tradeloom/domain'

import type { Lattice, Point } from './lattice.ts'
import { mixSeed } from './mix-seed.ts'

const ROUNDS = 4

/**
 * The points of a lattice in a seeded random order, without memory: a Feistel network over two digits, walked until it
 * leaves the surplus of its square (Black and Rogaway 2002). Each point comes once. A lattice too large for numbers draws
 * every coordinate instead: a repetition is possible there, but improbable.
 */
export class RandomOrder {
  readonly #lattice: Lattice
  readonly #seed: number
  readonly #base: number

  constructor(lattice: Lattice, seed: number) {
    this.#lattice = lattice
    this.#seed = seed
    this.#base = Math.ceil(Math.sqrt(lattice.count))
  }

  /** `place` from 0 to the number of points - 1. */
  pointAt(place: number): Point {
    if (!this.#lattice.isIndexed) return this.#draw(place)
    let index = place
    do index = this.#permute(index)
    while (index >= this.#lattice.count)
    return this.#lattice.pointAt(index)
  }

  #permute(index: number): number {
    const base = this.#base
    let left = Math.floor(index / base)
    let right = index % base
    for (let round = 0; round < ROUNDS; round++) {
      const next = (left + mixSeed(mixSeed(this.#seed, round), right)) % base
      left = right
      right = next
    }
    return left * base + right
  }

  #draw(place: number): Point {
    const random = createRandom(mixSeed(this.#seed, place))
    return this.#lattice.sizes.map((size) => Math.floor((random() + random() * 2 ** -32) * size))
  }
}
