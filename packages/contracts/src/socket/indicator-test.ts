import { z } from 'zod'
import { logLine } from '../http/backtest-result.ts'
import { instrumentId } from '../http/common.ts'
import { indicatorArgument, indicatorId, indicatorKey } from '../http/indicators.ts'
import { line, text } from '../http/text.ts'
import { isoTime } from '../http/time.ts'

/** How long a client waits for the values of an indicator. */
export const INDICATOR_WAIT_MS = 30_000

/** Longer periods are refused: a chart cannot show more, and an answer would be too large. */
export const MAX_INDICATOR_BARS = 20_000

const range = z.strictObject({
  instrumentId,
  interval: line.max(4),
  start: isoTime,
  end: isoTime,
  /** In the order of the indicator's parameters; null takes the default. */
  parameters: z.array(indicatorArgument).max(64),
  /** The instrument whose closes are the second series of an indicator that compares two. */
  otherInstrumentId: instrumentId.optional(),
})

/** Runs an indicator: a saved or system one by its id, or an unsaved script under its key. */
export const testIndicatorRequest = range.extend({
  id: indicatorId.optional(),
  script: text.max(262_144, 'A script has at most 256 kB').optional(),
  key: indicatorKey.optional(),
})

/** Values for a chart: of a system indicator or one of the user, by its key. */
export const fetchIndicatorRequest = range.extend({ key: indicatorKey })

const values = z.object({
  state: z.literal('initialized'),
  /** Starts of the bars, UTC milliseconds. */
  times: z.array(z.number()),
  outputs: z.array(
    z.object({
      name: z.string(),
      /** Over the prices, or in a pane of its own. */
      pane: z.enum(['overlay', 'study']),
      color: z.string(),
      /** One per bar; null where there is no value. */
      values: z.array(z.number().nullable()),
    }),
  ),
})

export const indicatorValues = z.discriminatedUnion('state', [
  values.extend({ log: z.array(logLine) }),
  z.object({
    state: z.literal('errored'),
    message: z.string(),
    /** Place in the script; null if unknown. Both count from 1. */
    line: z.number().int().nullable(),
    column: z.number().int().nullable(),
    log: z.array(logLine),
  }),
])
export type IndicatorValues = z.infer<typeof indicatorValues>
