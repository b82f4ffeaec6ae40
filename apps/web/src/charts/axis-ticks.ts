import { tickStep } from 'd3-array'

/** A round bin width that splits low to high into about `count` bins. */
export function binWidth(low: number, high: number, count: number): number {
  return high > low ? tickStep(low, high, count) : 1
}

/** Decimals needed to show multiples of a step. */
export function decimalsOf(step: number): number {
  return step > 0 ? Math.max(0, -Math.floor(Math.log10(step) + 1e-9)) : 0
}
