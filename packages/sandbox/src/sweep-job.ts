import type { NamedScript, RunJob } from './run-job.ts'

/** A batch of a sweep as a runner receives it. A runner that holds everything but the points keeps it between batches. */
export interface SweepJob extends RunJob {
  readonly sweep: string
  /** Custom indicators that the script may name. */
  readonly indicators: readonly NamedScript[]
  readonly points: readonly Readonly<Record<string, number>>[]
  readonly metrics: readonly string[]
  readonly maxDrawdown: number | null
}
