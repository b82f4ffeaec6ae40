import { type SeriesInterval, seriesMs } from '../store/series.ts'
import type { DayGrade } from './grade.ts'
import { openRuns, type OpenSpan, runDays } from './open-market.ts'

const DAY = 86_400_000
const MINUTE = 60_000
/** Ticks arrive when the price moves, so a quiet minute is not a gap; this much silence in open hours is one. */
const SILENT_MINUTES = 10

/** Length of a slot: the bar, or a minute for ticks and bars shorter than a minute. */
export function slotMs(interval: SeriesInterval): number {
  return Math.max(MINUTE, seriesMs(interval))
}

/** Fewer consecutive missing slots than this are not listed as a gap. */
export function minGap(interval: SeriesInterval): number {
  return seriesMs(interval) < MINUTE ? SILENT_MINUTES : 1
}

/** Start of the slot of a row. */
export function slotStart(time: number, interval: SeriesInterval): number {
  return seriesMs(interval) < MINUTE ? Math.floor(time / MINUTE) * MINUTE : time
}

/** Missing slots in one span of open hours. */
export interface MissingRun {
  readonly from: number
  readonly to: number
  readonly slots: number
}

/** Counts slots by UTC day. */
export class SlotDays {
  readonly #days = new Map<number, { expected: number; good: number; missing: number }>()

  present(slot: number, isGood: boolean): void {
    const day = this.#day(Math.floor(slot / DAY) * DAY)
    day.expected += 1
    if (isGood) day.good += 1
  }

  /** Counts open slots from `from` to below `to` as missing; each stretch is reported separately. */
  missing(from: number, to: number, step: number, open: readonly OpenSpan[]): MissingRun[] {
    const runs = openRuns(from, to, step, open)
    for (const run of runs) {
      for (const { day, slots } of runDays(run, step)) {
        const found = this.#day(day)
        found.expected += slots
        found.missing += slots
      }
    }
    return runs.map(({ first, slots }) => ({ from: first, to: first + slots * step, slots }))
  }

  /** Adds days that were counted elsewhere. */
  add(days: readonly DayGrade[]): void {
    for (const { day, expected, good, missing } of days) {
      const found = this.#day(day)
      found.expected += expected
      found.good += good
      found.missing += missing
    }
  }

  list(): DayGrade[] {
    return [...this.#days].map(([day, counts]) => ({ day, ...counts })).sort((a, b) => a.day - b.day)
  }

  #day(day: number): { expected: number; good: number; missing: number } {
    let found = this.#days.get(day)
    if (!found) this.#days.set(day, (found = { expected: 0, good: 0, missing: 0 }))
    return found
  }
}
