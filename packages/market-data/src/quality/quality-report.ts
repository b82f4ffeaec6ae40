/** Where a row came from; known while a file is imported, not any more afterwards. */
export interface RowOrigin {
  readonly file: string
  readonly line: number
}

export interface QualityGap {
  /** Start of the first missing bar and of the first bar after the gap, UTC milliseconds. */
  readonly start: number
  readonly end: number
  /** Bars (for ticks: minutes) that are missing while the market is open. */
  readonly missing: number
}

export interface QualitySample {
  readonly time: number
  readonly note: string
  readonly file?: string
  readonly line?: number
}

export type QualityKind = 'duplicate' | 'crossed' | 'outlier' | 'inconsistent' | 'flat' | 'zeroVolume'

/** What was found in the rows of one series; nothing here stops an import. */
export interface QualityReport {
  readonly rows: number
  /** UTC milliseconds of the first and last row; null when there is none. */
  readonly first: number | null
  readonly last: number | null
  /** The largest gaps, at most 20, largest first. Weekends of forex are none. */
  readonly gaps: readonly QualityGap[]
  readonly gapCount: number
  /** Bars (for ticks: minutes without a tick) missing between first and last row while the market is open. */
  readonly missingBars: number
  /** Rows with the time of the row before them; ticks: rows that repeat the one before in every value. */
  readonly duplicates: number
  /** Rows whose ask is below their bid. They are kept. */
  readonly crossed: number
  /** Prices that leave and return by far more than the rows around them move. They are kept. */
  readonly outliers: number
  /** Bars whose high or low does not enclose open and close. They are kept. */
  readonly inconsistent: number
  /** Bars in which the price did not move at all. */
  readonly flat: number
  readonly zeroVolume: number
  /** Prices are off by a power of ten from what the symbol's convention says, or jump by one. */
  readonly scaleSuspect: boolean
  /** 100000 means: prices are about 100,000 times too high. 1 when nothing is suspect. */
  readonly scaleFactor: number
  /** Whole hours by which weeks end and begin after the market's hours (before them when negative), 0 when they fit. */
  readonly shiftHours: number
  /** Some rows of each kind, at most 5. */
  readonly samples: Readonly<Partial<Record<QualityKind, readonly QualitySample[]>>>
}
