import { z } from 'zod'
import { sessionLogLine } from '../http/sessions.ts'
import { utcDay } from '../http/time.ts'

/** Answers to `fetch-log-list` about a session: the days on which it has logged, newest first. */
export const sessionLogDays = z.array(z.object({ day: utcDay, lineCount: z.number().int() }))
export type SessionLogDays = z.infer<typeof sessionLogDays>

/** Answers to `fetch-log` about a session: its last lines, oldest first, and how many were left out before them. */
export const sessionLog = z.object({ lines: z.array(sessionLogLine), dropped: z.number().int() })
export type SessionLog = z.infer<typeof sessionLog>

/** Columns of a line; times are UTC milliseconds, ascending. */
const profitLine = z.object({ time: z.array(z.number()), profit: z.array(z.number()) })

/** Answers to `fetch-charts` about a session. */
export const sessionCharts = z.object({
  /** Where its price chart starts, UTC milliseconds: with the session, and at least 24 hours ago. */
  start: z.number(),
  /** What closed positions and parts have made in sum, after costs; it begins with 0 at the start of the session. */
  cumulativeProfit: profitLine,
  /** The same with open positions at their prices, since the script was started last. */
  totalProfit: profitLine,
})
export type SessionCharts = z.infer<typeof sessionCharts>
