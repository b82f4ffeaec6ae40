import type { Instrument } from '@tradeloom/domain'
import type { LogLine } from '@tradeloom/engine'
import type { RunLimits, RunOutcome } from './run-job.ts'

/** Columns of the bars of an indicator, in the order in which they are packed. */
export const INDICATOR_COLUMNS = ['time', 'open', 'high', 'low', 'close', 'volume', 'spread'] as const

/** As many as a chart shows, and as many before them for indicators to settle. */
export const MAX_INDICATOR_ROWS = 40_000

/** One custom indicator to compute over finished bars, as sent to a runner. */
export interface IndicatorJob {
  readonly key: string
  /** Its script. */
  readonly source: string
  /** In the order of its parameters; null takes the default. */
  readonly args: readonly unknown[]
  readonly instrument: Instrument
  /** Length of a bar, milliseconds. */
  readonly barMs: number
  /** The columns one after the other, doubles in Base64; `other` is the last one. */
  readonly bars: string
  /** Whether there is a second series. */
  readonly hasOther: boolean
  readonly rows: number
  /** It reads no files. */
  readonly series: readonly []
  readonly limits: RunLimits
}

/** One line of an indicator. */
export interface IndicatorOutput {
  readonly name: string
  readonly pane: 'overlay' | 'study'
  /** CSS color, if the script names one. */
  readonly color: string | null
  /** One per bar; null where there is no value. */
  readonly values: readonly (number | null)[]
}

export interface ComputedIndicator {
  readonly outputs: readonly IndicatorOutput[]
  /** Bars of history that it wants before the first one of interest. */
  readonly warmup: number
  readonly log: readonly LogLine[]
}

export type IndicatorOutcome =
  | ({ readonly status: 'computed' } & ComputedIndicator)
  | Exclude<RunOutcome, { readonly status: 'completed' | 'stopped' }>
