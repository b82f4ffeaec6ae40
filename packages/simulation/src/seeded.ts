/** A 32-bit hash of integers: the same on every machine, and well enough mixed for a simulation. */
export function hash(...values: readonly number[]): number {
  let state = 0x9e3779b9
  for (const value of values) {
    state = Math.imul(state ^ value, 0x85ebca6b)
    state ^= state >>> 13
    state = Math.imul(state, 0xc2b2ae35)
    state ^= state >>> 16
  }
  return state >>> 0
}

/** A stream of numbers that depends only on its seed (mulberry32). */
export class SeededStream {
  #state: number

  constructor(seed: number) {
    this.#state = seed | 0
  }

  /** Uniform in [0, 1). */
  uniform(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }

  /**
   * Approximately normal, mean 0 and standard deviation 1, from sums only: no function whose last digit may differ
   * between machines.
   */
  normal(): number {
    const sum = this.uniform() + this.uniform() + this.uniform() + this.uniform()
    return (sum - 2) * 1.7320508075688772
  }
}

/** Smooth periodic noise in [-1, 1] over an integer number of periods. */
export function smoothNoise(seed: number, position: number): number {
  const cell = Math.floor(position)
  const part = position - cell
  const weight = part * part * (3 - 2 * part)
  const at = (index: number): number => hash(seed, index) / 2_147_483_648 - 1
  return at(cell) * (1 - weight) + at(cell + 1) * weight
}
