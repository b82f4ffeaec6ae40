import type { Histogram } from './luck.ts'

interface Weighted {
  readonly value: number
  readonly weight: number
}

/**
 * Weights in equal bins; the first and the last one include what is beyond the bounds. Null without values. Equal values
 * share the bin in the middle.
 */
export function histogramOf(
  values: readonly Weighted[],
  bins: number,
  bounds: { readonly from: number; readonly to: number } | null = null,
): Histogram | null {
  if (values.length === 0) return null
  let { from, to } = bounds ?? { from: Infinity, to: -Infinity }
  if (bounds === null) for (const { value } of values) [from, to] = [Math.min(from, value), Math.max(to, value)]
  if (from === to) [from, to] = [from - 0.5, to + 0.5]
  const counts = Array.from({ length: bins }, () => 0)
  for (const { value, weight } of values) {
    const bin = Math.max(0, Math.min(bins - 1, Math.floor(((value - from) / (to - from)) * bins)))
    counts[bin] = (counts[bin] as number) + weight
  }
  return { from, to, counts }
}
