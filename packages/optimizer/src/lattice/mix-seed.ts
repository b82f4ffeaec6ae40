/**
 * A 32-bit seed derived from another seed and a number, such as that of a round or a window: a multiply-xorshift hash with
 * full avalanche, so that neighboring numbers give unrelated sequences.
 */
export function mixSeed(seed: number, number: number): number {
  let mixed = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(number + 0x7f4a7c15, 0xc2b2ae35)
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x7feb352d)
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x846ca68b)
  return (mixed ^ (mixed >>> 16)) >>> 0
}
