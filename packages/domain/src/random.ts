/** Seeded numbers in [0, 1) (mulberry32): the only randomness in a run. */
export function createRandom(seed: number): () => number {
  let state = seed | 0
  const multiply = Math.imul
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = multiply(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + multiply(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
