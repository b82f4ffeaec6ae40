import { z } from 'zod'
import { logLine } from '../http/backtest-result.ts'
import { uuid } from '../http/common.ts'
import { optimizationColumns } from '../http/optimization-columns.ts'
import { optimization } from '../http/optimizations.ts'

/** Backtests in one event. */
export const MAX_BEGUN = 100

export const optimizationEvents = {
  /** The row as it is now: after subscribing, and whenever status or progress change; at most twice a second. */
  update: optimization,
  'optimisation-deleted': z.object({ id: uuid, algorithmId: uuid }),
}

/** A backtest that has begun; its result is a row. */
export const optimizationBacktestUpdate = z.object({
  index: z.number().int(),
  /** The values of the externals, joined by commas, with underscores for decimal points. */
  key: z.string(),
  status: z.literal('In Progress'),
  progress: z.literal(0),
})
export type OptimizationBacktestUpdate = z.infer<typeof optimizationBacktestUpdate>

/** Of one optimization, in addition to the above. At most 2 events a second. */
export const optimizationResultEvents = {
  ...optimizationEvents,
  /** Backtests that have begun since the last event, at most `MAX_BEGUN`: those that take a second each are all sent. */
  'backtest-update': z.object({ id: uuid, backtests: z.array(optimizationBacktestUpdate).max(MAX_BEGUN) }),
  /** Rows that were stored since the last event. A client that misses one sees it by `from` and reads the results again. */
  'backtest-result': z.object({ id: uuid, from: z.number().int(), rows: optimizationColumns }),
  'optimisation-log': z.object({ id: uuid, lines: z.array(logLine) }),
}
