import type { Instrument } from '@tradeloom/domain'
import { countOpenSlots } from '../quality/open-market.ts'
import type { SeriesSummary } from '../store/instrument-folder.ts'
import { monthOf, monthRange, seriesMs } from '../store/series.ts'

const MINUTE = 60_000
const DAY = 86_400_000
/** Less open time than that at an end of a month is no reason to ask a venue. */
const TOLERATED_MINUTES = 60

/** A month, or what is missing at one of its ends; UTC milliseconds, `from <= time < to`. */
export interface MissingPart {
  readonly from: number
  readonly to: number
  /** How many minutes the market is open. */
  readonly minutes: number
}

export interface MissingRequest {
  readonly from: number
  readonly to: number
  readonly now: number
  /** Where the history of the venue begins, as far as that is known. */
  readonly begins?: number | undefined
  readonly calendar: Instrument['calendar']
}

/**
 * What is not stored of all months that a range touches, newest first, up to the last full day: today is received live. Months
 * that come from a file stay as somebody has imported them: rows of two sources are never mixed.
 */
export function missingParts(
  series: readonly Pick<SeriesSummary, 'interval' | 'months'>[],
  { from, to, now, begins = -Infinity, calendar }: MissingRequest,
): MissingPart[] {
  // Runs make minutes of everything shorter.
  const months = series.filter(({ interval }) => seriesMs(interval) <= MINUTE).flatMap((one) => one.months)
  const limit = Math.floor(now / DAY) * DAY
  const parts: MissingPart[] = []
  for (let at = from; at < Math.min(to, limit); at = monthRange(monthOf(at)).end) {
    const month = monthOf(at)
    const range = monthRange(month)
    const [start, end] = [Math.max(range.start, begins), Math.min(range.end, limit)]
    const stored = months.filter((one) => one.month === month && one.rows > 0)
    if (stored.some(({ venue }) => venue === undefined)) continue
    const first = Math.min(...stored.map((one) => one.first))
    const last = Math.max(...stored.map((one) => one.last))
    const ends =
      stored.length === 0
        ? [[start, end]]
        : [
            [start, first],
            [last + MINUTE, end],
          ]
    for (const [begin = 0, stop = 0] of ends) {
      if (begin >= stop) continue
      const minutes = countOpenSlots(begin, stop, MINUTE, calendar)
      if (minutes > TOLERATED_MINUTES) parts.push({ from: begin, to: stop, minutes })
    }
  }
  return parts.toReversed()
}
