/** What a check says of a script. `not-run`: nothing could be proved, and `reason` tells why. */
export type Verdict = 'clean' | 'look-ahead' | 'unstable-warm-up' | 'repaints' | 'not-run'

export type Lie = Exclude<Verdict, 'clean' | 'not-run'>

/** Each of them runs the script again under a change that an honest one does not notice. */
export type ProofName =
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

/** A place in the author's text, both counted from 1. */
export interface Place {
  readonly line: number
  readonly column: number
}

export interface Finding {
  readonly kind: Lie
  readonly proof: ProofName
  /** Null when the place cannot be told. */
  readonly line: number | null
  readonly column: number | null
  /** One sentence for the author, with a concrete example. */
  readonly message: string
}

/** What the author should know and no check can decide; not a lie by itself. */
export interface Caution {
  readonly message: string
  readonly line: number | null
  readonly column: number | null
}

export interface ProofLine {
  readonly proof: ProofName
  /** `skipped`: the proof says nothing about this script; `note` tells why. */
  readonly outcome: 'passed' | 'failed' | 'skipped'
  readonly note: string
}

export interface ProofReport {
  readonly verdict: Verdict
  /** Of `not-run`, for the author; else null. */
  readonly reason: string | null
  readonly findings: readonly Finding[]
  readonly cautions: readonly Caution[]
  readonly proofs: readonly ProofLine[]
  readonly sample: SampleSummary
  /** Another market may show more: few orders were placed, or the script names dates or prices that lie elsewhere. */
  readonly isThin: boolean
}

/** On which market the script was tried. Times are UTC milliseconds. */
export interface SampleSummary {
  readonly instrumentId: string
  readonly synthetic: boolean
  readonly interval: string
  readonly start: number
  readonly end: number
  /** Orders that the script placed. */
  readonly orders: number
}
