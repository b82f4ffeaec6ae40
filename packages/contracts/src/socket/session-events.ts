import { z } from 'zod'
import { uuid } from '../http/common.ts'
import { sessionLogLine, tradingSession } from '../http/sessions.ts'

export const sessionEvents = {
  /** Started, changed or ended; while it runs, once a second at most. */
  session: tradingSession,
}

export const logEvents = {
  /** Lines that a running session has written. */
  'session-log': z.object({ sessionId: uuid, lines: z.array(sessionLogLine) }),
}
