import { INTERVALS, isBarInterval } from '@tradeloom/domain'

import type { SeriesInterval } from '../store/series.ts'

const KNOWN: ReadonlyMap<number, SeriesInterval> = new Map<number, SeriesInterval>([
  [1_000, 'S1'],
  ...Object.entries(INTERVALS).flatMap(([key, { ms }]): [number, SeriesInterval][] =>
    isBarInterval(key) ? [[ms, key]] : [],
  ),
])

/** The interval with bars of this many milliseconds; null if there is none. */
export function intervalOfMs(ms: number): SeriesInterval | null {
  return KNOWN.get(ms) ?? null
}

/** Whether most bars begin before the one in front of them has ended, so that they must be shorter than `ms`. */
export function areShorterThan(ms: number, time: Float64Array): boolean {
  let shorter = 0
  let distances = 0
  for (let row = 1; row < time.length; row++) {
    const distance = Math.abs((time[row] as number) - (time[row - 1] as number))
    if (distance > 0) distances += 1
    if (distance > 0 && distance < ms) shorter += 1
  }
  return shorter > distances / 2
}

/** So many bars in a row at one other distance are bars of another interval, not gaps. */
const LONGER_RUN = 10
const SHORTER_RUN = 3

/** Where bars of another interval begin among those of `ms`, in the order of the file; null if there are none. */
export function otherInterval(time: Float64Array, ms: number): { row: number; interval: SeriesInterval } | null {
  let run = 0
  let before = 0
  // Bars of one interval may all be farther apart than they are long.
  if (!hasDistance(time, ms)) return null
  for (let row = 1; row < time.length; row++) {
    const distance = Math.abs((time[row] as number) - (time[row - 1] as number))
    run = distance === before ? run + 1 : 1
    before = distance
    if (distance === ms || run < (distance < ms ? SHORTER_RUN : LONGER_RUN)) continue
    const interval = KNOWN.get(distance)
    if (interval !== undefined) return { row: row - run, interval }
  }
  return null
}

function hasDistance(time: Float64Array, ms: number): boolean {
  return time.some((at, row) => row > 0 && Math.abs(at - (time[row - 1] as number)) === ms)
}

const MAX_DISTANCES = 100_000

/** The interval of bars by their most frequent distance; null if there are too few or it is not a known interval. */
export function detectInterval(time: Float64Array): SeriesInterval | null {
  const counts = new Map<number, number>()
  for (let row = 1; row < time.length; row++) {
    const distance = Math.abs((time[row] as number) - (time[row - 1] as number))
    const count = counts.get(distance)
    // Regular bars have few distinct distances; this bounds memory for a file where every distance differs.
    if (distance > 0 && (count !== undefined || counts.size < MAX_DISTANCES)) counts.set(distance, (count ?? 0) + 1)
  }
  const [usual] = [...counts].sort((a, b) => b[1] - a[1] || a[0] - b[0])
  return usual ? (KNOWN.get(usual[0]) ?? null) : null
}
