import type { BarInterval, Instrument, OhlcColumns } from '@tradeloom/domain'
import type { RunSpec } from '@tradeloom/engine'
import type { ColumnsFile } from './columns-file.ts'
import type { WorkClass } from './fair-scheduler.ts'
import type { NamedScript, RunLimits, RunProgress } from './run-job.ts'

export interface RunRequest {
  readonly id: string
  /** Owner of the script. A runner performs jobs of one tenant only. */
  readonly tenant: string
  /** Default interactive; batch work starts only while no interactive work waits. */
  readonly workClass?: WorkClass
  /** A sweep that has ended: the runners that still hold it are as good as any, and starting others costs a second. */
  readonly afterSweep?: string
  readonly source: string
  /** Custom indicators that the script may name. */
  readonly indicators?: readonly NamedScript[]
  readonly spec: RunSpec
  readonly series: readonly { readonly instrumentId: string; readonly columnsFile: ColumnsFile }[]
  readonly limits?: Partial<RunLimits>
  /** Called when the run gets a runner; until then it is waiting. */
  readonly onStart?: () => void
  /** Called at most about five times a second. */
  readonly onProgress?: (progress: RunProgress) => void
  /** Ends the run at once, without a result. */
  readonly signal?: AbortSignal
}

/** A batch of runs of one script that differ in their externals only. */
export interface SweepRequest {
  readonly id: string
  /** Batches of the same sweep and tenant find a runner with the script and the prices ready. */
  readonly sweep: string
  readonly tenant: string
  readonly source: string
  readonly indicators?: readonly NamedScript[]
  /** Its externals apply where a point has none. */
  readonly spec: RunSpec
  readonly series: RunRequest['series']
  /** The externals of each run. */
  readonly points: readonly Readonly<Record<string, number>>[]
  /** Keys of the metrics to compute for each run. */
  readonly metrics: readonly string[]
  /** Percent; a run whose equity falls farther from its peak ends there. */
  readonly maxDrawdown?: number
  /** For each run; the memory is that of all of them. */
  readonly limits?: Partial<RunLimits>
  /** Default background: it starts only while no interactive work waits. */
  readonly workClass?: 'interactive' | 'background'
  readonly signal?: AbortSignal
  /** Called now and then with the number of runs that have ended. */
  readonly onProgress?: (done: number) => void
}

/** A script to check, on a given market or on a simulated one. */
export interface CheckRequest {
  /** Owner of the script. */
  readonly tenant: string
  readonly source: string
  /** Custom indicators that the script may name. */
  readonly indicators?: readonly NamedScript[]
  /** The settings of a run on real data; without them, a simulated market is used. */
  readonly market?: Pick<RunRequest, 'spec' | 'series'>
  /** Interval of `onIntervalClose` on a simulated market; defaults to M15. */
  readonly interval?: BarInterval
  readonly externals?: Readonly<Record<string, number>>
  readonly seed?: number
  /** Of a run on a simulated market; defaults to that of a backtest, 10,000. */
  readonly initialBalance?: number
  readonly limits?: Partial<RunLimits>
  /** Called when the check gets a runner; until then it is waiting. */
  readonly onStart?: () => void
  /** Ends the check at once. */
  readonly signal?: AbortSignal
}

/** A custom indicator to compute over bars. */
export interface IndicatorRequest extends NamedScript {
  /** Who wants it. */
  readonly tenant: string
  /** In the order of its parameters; null takes the default. */
  readonly args: readonly unknown[]
  readonly instrument: Instrument
  /** Length of a bar, milliseconds. */
  readonly barMs: number
  readonly bars: OhlcColumns
  /** The second series of an indicator that compares two, bar for bar. */
  readonly other?: Float64Array | undefined
  readonly limits?: Partial<RunLimits>
  /** Ends the computation at once. */
  readonly signal?: AbortSignal | undefined
}
