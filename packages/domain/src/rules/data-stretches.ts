import { DAY, MINUTE } from '../time/units.ts'
import { intervalMs } from './bar-spans.ts'

/** Data without an interruption of a month: the times of its first and its last row, UTC milliseconds. */
export interface DataStretch {
  readonly first: number
  readonly last: number
}

/** What is stored of one interval of an instrument. */
export interface StoredSpans {
  readonly interval: string
  readonly rows: number
  readonly stretches: readonly DataStretch[]
}

/** Shorter than every month, and longer than the holidays of any market. */
export const MIN_GAP = 28 * DAY

/** Joins periods, in any order, that are less than a month apart. */
export function joinStretches(parts: readonly DataStretch[]): DataStretch[] {
  const joined: { first: number; last: number }[] = []
  for (const { first, last } of parts.toSorted((a, b) => a.first - b.first)) {
    const before = joined.at(-1)
    if (before !== undefined && first - before.last < MIN_GAP) before.last = Math.max(before.last, last)
    else joined.push({ first, last })
  }
  return joined
}

/** What a run of this resolution (0: ticks; 1: everything, since bars are made from ticks) finds of an instrument. */
export function runStretches(series: readonly StoredSpans[], resolution: 0 | 1): DataStretch[] {
  const used = series.filter(({ interval, rows }) => rows > 0 && (resolution === 1 || interval === 'Tick'))
  return joinStretches(
    used.flatMap(({ interval, stretches }) =>
      // The last bar reaches to its end.
      stretches.map(({ first, last }) => ({ first, last: last + Math.max(0, intervalMs(interval) - MINUTE) })),
    ),
  )
}

const LISTED = 4

/** Names the stretches: `2014-01-02 to 2014-02-28 and 2024-01-02 to 2024-03-29`. */
export function stretchesText(stretches: readonly DataStretch[], day: (time: number) => string): string {
  const names = stretches.map(({ first, last }) => `${day(first)} to ${day(last)}`)
  if (names.length > LISTED) names.splice(LISTED - 1, Infinity, `${names.length - LISTED + 1} more periods`)
  const last = names.pop() ?? ''
  return names.length === 0 ? last : `${names.join(', ')} and ${last}`
}
