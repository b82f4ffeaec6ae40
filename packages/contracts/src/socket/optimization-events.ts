import { z } from 'zod'
import { logLine } from '../http/backtest-result.ts'
import { uuid } from '../http/common.ts'
import { optimizationColumns } from '../http/optimization-columns.ts'
import { optimization } from '../http/optimizations.ts'

export const optimizationEvents = {
  /** The row as it is now: after subscribing, and whenever status or progress change; at most twice a second. */
  'optimisation-update': optimization,
  'optimisation-deleted': z.object({ id: uuid, algorithmId: uuid }),
}

/** Of one optimization, beside the above. At most 2 events a second. */
export const optimizationResultEvents = {
  ...optimizationEvents,
  /** Rows that were stored since the last event. Whoever misses one sees it by `from` and reads the results again. */
  'backtest-result': z.object({ id: uuid, from: z.number().int(), rows: optimizationColumns }),
  'optimisation-log': z.object({ id: uuid, lines: z.array(logLine) }),
}
