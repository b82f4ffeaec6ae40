/** Where a row came from; known only during its import. */
export interface RowOrigin {
  readonly file: string
  readonly line: number
}

export interface QualityGap {
  /** Start of the first missing bar and of the first bar after the gap, UTC milliseconds. */
  readonly start: number
  readonly end: number
  /** Bars (minutes for ticks) that are missing while the market is open. */
  readonly missing: number
}

export interface QualitySample {
  readonly time: number
  readonly note: string
  readonly file?: string
  readonly line?: number
}

export type QualityKind = 'duplicate' | 'crossed' | 'outlier' | 'inconsistent' | 'flat' | 'zeroVolume'

/** Findings in the rows of one series; none of them stops an import. */
export interface QualityReport {
  readonly rows: number
  /** UTC milliseconds of the first and last row; null if there are none. */
  readonly first: number | null
  readonly last: number | null
  /** The largest gaps, at most 20, largest first. Forex weekends are not gaps. */
  readonly gaps: readonly QualityGap[]
  readonly gapCount: number
  /** Bars (for ticks, minutes without a tick) missing between first and last row while the market is open. */
  readonly missingBars: number
  /** Rows with the time of the previous row; for ticks, rows that repeat every value of the previous one. */
  readonly duplicates: number
  /** Rows whose ask is below their bid. They are kept. */
  readonly crossed: number
  /** Prices that leave and return by far more than the typical move. They are kept. */
  readonly outliers: number
  /** Bars with a side whose high or low does not contain open and close. They are kept. */
  readonly inconsistent: number
  /** Bars without any movement. */
  readonly flat: number
  readonly zeroVolume: number
  /** Prices are off by a power of ten from the symbol's usual price, or jump by one. */
  readonly scaleSuspect: boolean
  /** 100000 means that prices are about 100,000 times too high. 1 if nothing is suspect. */
  readonly scaleFactor: number
  /** Whole hours by which weeks end and begin after the market's hours (before, if negative); 0 if they match. */
  readonly shiftHours: number
  /** Some rows of each kind, at most 5. */
  readonly samples: Readonly<Partial<Record<QualityKind, readonly QualitySample[]>>>
}
