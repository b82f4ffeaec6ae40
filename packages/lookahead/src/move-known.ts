import { createRandom, type KnownColumns } from '@tradeloom/domain'
import type { SourceSeries } from '@tradeloom/engine'

/** Other values at the same times: what rose falls, and what was high is low. */
export function mirroredKnown(sources: readonly SourceSeries[]): SourceSeries[] {
  return changed(sources, (columns) => {
    const values = columns.value.filter((value) => value === value).toSorted()
    const middle = values[values.length >> 1] ?? 0
    return { ...columns, value: columns.value.map((value) => 2 * middle - value) }
  })
}

/** The same values, about and known at shifted times. */
export function moveKnown(sources: readonly SourceSeries[], ms: number): SourceSeries[] {
  const moved = (times: Float64Array) => times.map((time) => time + ms)
  return changed(sources, (columns) => ({
    ...columns,
    knownAt: moved(columns.knownAt),
    period: moved(columns.period),
    periodEnd: moved(columns.periodEnd),
  }))
}

/** What is known from a time on becomes known at the next release: nobody can have seen it before. */
export function knownLater(sources: readonly SourceSeries[], from: number): SourceSeries[] {
  return changed(sources, (columns) => {
    const releases = [...new Set(columns.knownAt)]
    const next = new Map(
      releases.map((time, i) => [time, releases[i + 1] ?? time + (time - (releases[i - 1] ?? time))]),
    )
    return { ...columns, knownAt: columns.knownAt.map((time) => (time < from ? time : (next.get(time) ?? time))) }
  })
}

/** Other values at other times, to compare with. */
export function unrelatedKnown(sources: readonly SourceSeries[], seed: number): SourceSeries[] {
  const random = createRandom(seed)
  const later = (1 + random() * 5) * DAY
  return changed(moveKnown(sources, later), (columns) => {
    const value = columns.value.slice()
    for (let at = value.length - 1; at > 0; at--) {
      const other = Math.floor(random() * (at + 1))
      const kept = value[at] as number
      value[at] = value[other] as number
      value[other] = kept
    }
    return { ...columns, value }
  })
}

const DAY = 86_400_000

function changed(sources: readonly SourceSeries[], change: (columns: KnownColumns) => KnownColumns): SourceSeries[] {
  return sources.map((one) => ({ ...one, columns: change(one.columns) }))
}
