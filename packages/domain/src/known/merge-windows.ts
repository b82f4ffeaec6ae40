import { DAY } from '../time/units.ts'

/** A value and the days on which an archive states it, clipped to the requested window. */
export interface DatedValue {
  readonly periodStart: number
  readonly periodEnd: number
  /** NaN if the value is missing. */
  readonly value: number
  /** First and last day, UTC midnights; the last may be infinite. */
  readonly validFrom: number
  readonly validTo: number
}

/** The answer to a request for what an archive states from one day to another. */
export interface ArchiveWindow {
  readonly from: number
  readonly to: number
  readonly rows: readonly DatedValue[]
}

/** A value that holds from a day on, until the next one of the same period. */
export interface DatedChange {
  readonly periodStart: number
  readonly periodEnd: number
  /** NaN if the value was missing, or withdrawn. */
  readonly value: number
  /** UTC midnight of the day; its time of day is not known here. */
  readonly day: number
}

/**
 * The changes behind windows of one archive, in the order of their days. A value that holds across the border of two windows
 * comes in both, clipped, and is one change; days inside a window that no row of a known period covers mean that its value
 * was withdrawn. Windows of any size, in any order, overlapping or not, give the same changes.
 */
export function mergeWindows(windows: readonly ArchiveWindow[]): DatedChange[] {
  const periods = new Map<number, Period>()
  let coveredTo = -Infinity
  for (const window of windows.toSorted((a, b) => a.from - b.from || b.to - a.to)) {
    const from = Math.max(window.from, coveredTo + DAY)
    // The last window may be open.
    if (from > window.to || from === Infinity) continue
    const rows = Map.groupBy(window.rows, ({ periodStart }) => periodStart)
    for (const [start, [row]] of rows) {
      if (row && !periods.has(start)) periods.set(start, new Period(start, row.periodEnd))
    }
    for (const [start, period] of periods) period.pass(from, window.to, rows.get(start) ?? [])
    coveredTo = window.to
  }
  return [...periods.values()]
    .flatMap(({ changes }) => changes)
    .toSorted((a, b) => a.day - b.day || a.periodStart - b.periodStart)
}

class Period {
  readonly changes: DatedChange[] = []
  readonly #start: number
  readonly #end: number

  constructor(start: number, end: number) {
    this.#start = start
    this.#end = end
  }

  /** Takes what a window states about the period from one day to another. */
  pass(from: number, to: number, rows: readonly DatedValue[]): void {
    let day = from
    for (const { value, validFrom, validTo } of rows.toSorted((a, b) => a.validFrom - b.validFrom)) {
      if (validTo < day) continue
      if (validFrom > day) this.#withdraw(day)
      this.#add(value, Math.max(validFrom, day))
      day = validTo + DAY
    }
    if (day <= to && day < Infinity) this.#withdraw(day)
  }

  #withdraw(day: number): void {
    if (this.changes.length > 0) this.#add(NaN, day)
  }

  #add(value: number, day: number): void {
    const last = this.changes.at(-1)
    if (last && Object.is(last.value, value)) return
    this.changes.push({ periodStart: this.#start, periodEnd: this.#end, value, day })
  }
}
