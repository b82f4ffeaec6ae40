import { createRandom, DAY, HOUR, knownColumns, type KnownRevision } from '@tradeloom/domain'
import type { SourceSeries } from '@tradeloom/engine'

/** A sample of some weeks should see many releases. */
const PERIOD = 3 * DAY
const HISTORY = 300
/** From the end of a period to its publication. */
const LAG = DAY + 13.5 * HOUR
const REVISED_AFTER = 2 * PERIOD

/** Simulates every dataset that a script names: a random walk around 100, each fifth value revised once. */
export function syntheticKnown(
  ids: readonly string[],
  { from, to, seed }: { readonly from: number; readonly to: number; readonly seed: number },
): SourceSeries[] {
  return ids.map((id, index) => {
    const random = createRandom(seed * 17 + index + 3)
    const revisions: KnownRevision[] = []
    let value = 100
    for (let start = from - HISTORY * PERIOD; start < to; start += PERIOD) {
      value = Math.round(value * (1 + (random() - 0.5) / 25) * 1000) / 1000
      const of = { periodStart: start, periodEnd: start + PERIOD, vintage: null, quality: 'vintage' } as const
      const knownAt = start + PERIOD + LAG
      revisions.push({ ...of, value, knownAt })
      if (random() < 0.2) {
        const revised = Math.round(value * (1 + (random() - 0.5) / 100) * 1000) / 1000
        revisions.push({ ...of, value: revised, knownAt: knownAt + REVISED_AFTER })
      }
    }
    revisions.sort((a, b) => a.knownAt - b.knownAt || a.periodStart - b.periodStart)
    return { id, columns: knownColumns(revisions) }
  })
}
