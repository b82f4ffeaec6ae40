import { barStart } from '@tradeloom/domain'

import type { WarmupRequest } from '../run-spec.ts'

/** The row from which history must be fed so that every request has its bars before `firstRow`, as far as there is any. */
export function warmupRow(time: Float64Array, firstRow: number, requests: readonly WarmupRequest[]): number {
  let earliest = firstRow
  for (const { interval, bars } of requests) {
    let row = firstRow
    let found = 0
    let start = Infinity
    while (row > 0) {
      const before = barStart(time[row - 1] as number, interval)
      if (before < start) {
        if (found === bars) break
        found += 1
        start = before
      }
      row -= 1
    }
    if (row < earliest) earliest = row
  }
  return earliest
}
