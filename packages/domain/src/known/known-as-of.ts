import { AsOfSeries } from './as-of-series.ts'
import { knownColumns } from './known-columns.ts'
import { KNOWN_QUALITIES, type KnownQuality, type KnownRevision } from './revision.ts'

/** What is kept of a dataset, in a few figures. */
export interface KnownSummary {
  /** Periods that have a value now. */
  readonly values: number
  readonly revisions: number
  /** Start of the first and of the last period that has a value now; null without values. */
  readonly firstPeriod: number | null
  readonly lastPeriod: number | null
  /** From when on known times are on record; null where all rest on an assumed delay. */
  readonly since: number | null
  /** The weakest one first. */
  readonly qualities: readonly KnownQuality[]
}

/** `revisions` in the order in which they became known. */
export function summarizeKnown(revisions: readonly KnownRevision[]): KnownSummary {
  const now = knownAsOf(revisions, Infinity).filter(({ value }) => !Number.isNaN(value))
  return {
    values: now.length,
    revisions: revisions.length,
    firstPeriod: now[0]?.periodStart ?? null,
    lastPeriod: now.at(-1)?.periodStart ?? null,
    since: revisions.find(({ quality }) => quality !== 'lagged')?.knownAt ?? null,
    qualities: KNOWN_QUALITIES.filter((quality) => revisions.some((one) => one.quality === quality)).toReversed(),
  }
}

/**
 * The periods that had a value at a time, oldest first, each with what was known of it last. One whose value was withdrawn
 * has NaN. Forecasts are there: they were known.
 */
export function knownAsOf(revisions: readonly KnownRevision[], time: number): KnownRevision[] {
  const last = new Map<number, KnownRevision>()
  for (const one of revisions) {
    if (one.knownAt > time) break
    if (Number.isNaN(one.value) && !last.has(one.periodStart)) continue
    last.set(one.periodStart, one)
  }
  return [...last.values()].toSorted((a, b) => a.periodStart - b.periodStart)
}

/** The newest period's value from a known time on. */
export interface KnownStep {
  readonly knownAt: number
  readonly periodStart: number
  readonly value: number
  readonly quality: KnownQuality
}

/** What a script would read as the value of a series from each moment on at which that changes. */
export function knownSteps(revisions: readonly KnownRevision[]): KnownStep[] {
  const series = new AsOfSeries(knownColumns(revisions))
  const steps: KnownStep[] = []
  for (const [row, { knownAt }] of revisions.entries()) {
    // What becomes known at the same time is one step.
    if (revisions[row + 1]?.knownAt === knownAt) continue
    series.advance(knownAt)
    const { quality } = series
    const before = steps.at(-1)
    const [periodStart, value] = [series.periodAgo(0), series.ago(0)]
    if (quality === null || (before?.periodStart === periodStart && Object.is(before.value, value))) continue
    steps.push({ knownAt, periodStart, value, quality })
  }
  return steps
}
