/** The outcome of an analysis. `not-verified`: nothing could be tested, and `reason` says why. */
export type Verdict = 'unbiased' | 'look-ahead' | 'unstable-warm-up' | 'repaints' | 'not-verified'

export type Bias = Exclude<Verdict, 'unbiased' | 'not-verified'>

/** Each detector runs the script again under one change that does not affect an unbiased script. */
export type DetectorName =
  | 'cut'
  | 'state'
  | 'dates'
  | 'calendar'
  | 'prices'
  | 'levels'
  | 'schedule'
  | 'start'
  | 'warm-up'
  | 'repaint'
  | 'releases'

/** A place in the author's source; both count from 1. */
export interface Place {
  readonly line: number
  readonly column: number
}

export interface Finding {
  readonly kind: Bias
  readonly detector: DetectorName
  /** Null when the place is unknown. */
  readonly line: number | null
  readonly column: number | null
  /** One sentence for the author, with a concrete example. */
  readonly message: string
}

/** Something the author should know that no analysis can decide; not a bias by itself. */
export interface Caution {
  readonly message: string
  readonly line: number | null
  readonly column: number | null
}

export interface DetectorResult {
  readonly detector: DetectorName
  /** `skipped`: the detector does not apply to this script; `note` says why. */
  readonly outcome: 'passed' | 'failed' | 'skipped'
  readonly note: string
}

export interface LookaheadReport {
  readonly verdict: Verdict
  /** Shown to the author when the verdict is `not-verified`; otherwise null. */
  readonly reason: string | null
  readonly findings: readonly Finding[]
  readonly cautions: readonly Caution[]
  readonly detectors: readonly DetectorResult[]
  readonly sample: SampleSummary
  /** Another market may reveal more: few orders were placed, or the script names dates or prices outside the sample. */
  readonly isThin: boolean
}

/** The market that the script ran on. Times are UTC milliseconds. */
export interface SampleSummary {
  readonly instrumentId: string
  readonly synthetic: boolean
  readonly interval: string
  readonly start: number
  readonly end: number
  /** Entry orders that the script placed. */
  readonly orders: number
}
