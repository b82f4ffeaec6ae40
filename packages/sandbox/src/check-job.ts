import type { BarInterval } from '@tradeloom/domain'
import type { RunSpec } from '@tradeloom/engine'
import type { LookaheadReport } from '@tradeloom/lookahead'
import type { ColumnsFile } from './columns-file.ts'
import type { NamedScript, RunLimits, RunOutcome } from './run-job.ts'

/** One check of a script, as sent to a runner. */
export interface CheckJob {
  readonly source: string
  /** Custom indicators that it may name. */
  readonly indicators: readonly NamedScript[]
  /** Settings of a run over `series`; null without series: the check then simulates a market. */
  readonly spec: RunSpec | null
  readonly series: readonly { readonly instrumentId: string; readonly columnsFile: ColumnsFile }[]
  /** Interval of `onIntervalClose` on simulated data. */
  readonly interval: BarInterval
  readonly externals: Readonly<Record<string, number>>
  readonly seed: number
  /** Of a run on simulated data. */
  readonly initialBalance: number
  readonly limits: RunLimits
}

export type CheckOutcome =
  | { readonly status: 'checked'; readonly report: LookaheadReport; readonly cpuMs: number }
  | Exclude<RunOutcome, { readonly status: 'completed' | 'stopped' }>
