import type { ClockShift } from './find-clock-shift.ts'

/**
 * What makes prices doubtful. A `gap` is open time without rows, a `jump` a price that moves at once by far more than
 * it usually does and stays there, an `outlier` one that comes back, `flat` a long stretch without any movement.
 */
export type DefectKind = 'gap' | 'outlier' | 'jump' | 'crossed' | 'duplicate' | 'inconsistent' | 'flat' | 'scale'

/** A span of rows with one kind of defect, `from <= time < to`, UTC milliseconds. */
export interface Defect {
  readonly kind: DefectKind
  readonly from: number
  readonly to: number
  /** Rows, for a gap the bars (minutes) that are missing. */
  readonly count: number
}

/**
 * One UTC day in slots: bars, or minutes for ticks and bars shorter than a minute. `expected` while the market is open;
 * what is neither good nor missing is there with a fault.
 */
export interface DayGrade {
  /** 00:00 UTC. */
  readonly day: number
  readonly expected: number
  readonly good: number
  readonly missing: number
}

/** What was found in a stretch of one series. Counts are rows where nothing else is said. */
export interface GradeSummary {
  /** Slots (bars, minutes for ticks) in which the market was open, those without a fault, those that are not there. */
  readonly expected: number
  readonly good: number
  readonly missing: number
  /** Per cent of the expected slots that are good, 0 to 100. */
  readonly goodPercent: number
  readonly gaps: number
  /** Rows that came twice; of bars those that the import took out. */
  readonly duplicates: number
  readonly crossed: number
  readonly outliers: number
  readonly jumps: number
  readonly inconsistent: number
  /** Rows in long stretches in which nothing moved. */
  readonly flat: number
  readonly zeroVolume: number
  /** Rows while the market is closed: they are never traded on. */
  readonly closed: number
  /** Weekends whose silence shows the clock of the data. */
  readonly weekends: number
  /** Power of ten by which prices are too high, 1 when they are plausible. */
  readonly scaleFactor: number
  /** Whole hours by which the week begins and ends off the market's hours: the time zone is wrong. */
  readonly shift: ClockShift | null
}

export interface MonthGrade {
  readonly summary: GradeSummary
  /** Days with expected slots, in order. */
  readonly days: readonly DayGrade[]
  /** In order of time. */
  readonly defects: readonly Defect[]
}

export function goodPercent(good: number, expected: number): number {
  return expected === 0 ? 0 : Math.floor((10_000 * good) / expected) / 100
}
