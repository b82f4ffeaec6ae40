import type { Instrument } from '@tradeloom/domain'

import { type SeriesInterval, seriesMs } from '../store/series.ts'
import { countOpenSlots } from './open-market.ts'
import type { QualityGap } from './quality-report.ts'

const LISTED = 20
const MINUTE = 60_000
/** Ticks arrive when the price moves, so a quiet minute is not a gap; this much silence in open hours is one. */
const SILENT_MINUTES = 10

export interface GapFindings {
  readonly largest: readonly QualityGap[]
  readonly count: number
  readonly missing: number
  /** Bars (minutes for ticks) of a complete series between its first and last row. */
  readonly expected: number
}

/** Finds missing bars between rows in time order; closed hours of the market are not gaps. */
export function findGaps(time: Float64Array, interval: SeriesInterval, calendar: Instrument['calendar']): GapFindings {
  const step = seriesMs(interval) || MINUTE
  const least = interval === 'Tick' ? SILENT_MINUTES : 1
  const gaps: QualityGap[] = []
  let missing = 0
  for (let row = 1; row < time.length; row++) {
    const before = slot(time[row - 1] as number, interval)
    const after = slot(time[row] as number, interval)
    if (after - before <= step) continue
    const open = countOpenSlots(before + step, after, step, calendar)
    missing += open
    if (open >= least) gaps.push({ start: before + step, end: after, missing: open })
  }
  const first = time[0]
  const last = time[time.length - 1]
  const expected =
    first === undefined || last === undefined
      ? 0
      : countOpenSlots(slot(first, interval), slot(last, interval) + step, step, calendar)
  const largest = gaps.toSorted((a, b) => b.missing - a.missing || a.start - b.start).slice(0, LISTED)
  return { largest, count: gaps.length, missing, expected }
}

function slot(time: number, interval: SeriesInterval): number {
  return interval === 'Tick' ? Math.floor(time / MINUTE) * MINUTE : time
}
