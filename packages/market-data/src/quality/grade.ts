import type { ClockShift } from './find-clock-shift.ts'

/**
 * Kinds of doubtful prices. A `gap` is open time without rows, a `jump` a sudden move far beyond the usual that stays,
 * an `outlier` one that returns, and `flat` a long stretch without movement.
 */
export type DefectKind = 'gap' | 'outlier' | 'jump' | 'crossed' | 'duplicate' | 'inconsistent' | 'flat' | 'scale'

/** A span of rows with one kind of defect, `from <= time < to`, UTC milliseconds. */
export interface Defect {
  readonly kind: DefectKind
  readonly from: number
  readonly to: number
  /** Rows; for a gap, the missing bars (minutes). */
  readonly count: number
}

/**
 * One UTC day in slots: bars, or minutes for ticks and bars shorter than a minute. `expected` slots are those while the
 * market is open; a slot that is neither good nor missing has a defect.
 */
export interface DayGrade {
  /** 00:00 UTC. */
  readonly day: number
  readonly expected: number
  readonly good: number
  readonly missing: number
}

/** Findings in a period of one series. Counts are rows unless stated otherwise. */
export interface GradeSummary {
  /**
   * Slots (bars, or minutes for ticks) while the market was open; of these, those without a defect and those without
   * rows.
   */
  readonly expected: number
  readonly good: number
  readonly missing: number
  /** Percentage of the expected slots that are good, 0 to 100. */
  readonly goodPercent: number
  readonly gaps: number
  /** Repeated rows; for bars, those that the import removed. */
  readonly duplicates: number
  readonly crossed: number
  readonly outliers: number
  readonly jumps: number
  readonly inconsistent: number
  /** Rows in long stretches without movement. */
  readonly flat: number
  readonly zeroVolume: number
  /** Rows while the market is closed: they are never traded on. */
  readonly closed: number
  /** Weekends whose silence shows the clock of the data. */
  readonly weekends: number
  /** The power of ten by which prices are too high; 1 if they are plausible. */
  readonly scaleFactor: number
  /** Whole hours by which weeks begin and end off the market's hours: the time zone is wrong. */
  readonly shift: ClockShift | null
}

export interface MonthGrade {
  readonly summary: GradeSummary
  /** Days with expected slots, in order. */
  readonly days: readonly DayGrade[]
  /** In time order. */
  readonly defects: readonly Defect[]
}
