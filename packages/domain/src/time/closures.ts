/** A closure of a market in addition to its weekly hours: `from <= time < to`, UTC milliseconds. */
export interface Closure {
  readonly from: number
  readonly to: number
}

/** Spans in time order; overlapping and adjacent ones are merged, and empty ones are dropped. */
export function joinClosures(closures: readonly Closure[]): readonly Closure[] {
  const joined: { from: number; to: number }[] = []
  for (const { from, to } of closures.toSorted((a, b) => a.from - b.from)) {
    const before = joined.at(-1)
    if (!(to > from)) continue
    if (before && from <= before.to) before.to = Math.max(before.to, to)
    else joined.push({ from, to })
  }
  return joined
}

/** Index of the first merged closure that ends after `time`; their number if there is none. */
export function closureAfter(closures: readonly Closure[], time: number): number {
  let low = 0
  let high = closures.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((closures[middle] as Closure).to > time) high = middle
    else low = middle + 1
  }
  return low
}
