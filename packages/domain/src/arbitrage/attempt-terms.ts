/** What becomes of a leg whose other leg has failed: closed at the market, kept with a stop, or left as it is. */
export const ATTEMPT_POLICIES = ['close', 'keep', 'hold'] as const
export type AttemptPolicy = (typeof ATTEMPT_POLICIES)[number]

/** WAITING: until both can be sent. GONE: both may leave. ABANDONED: neither may any more. */
export const ATTEMPT_STATES = ['WAITING', 'GONE', 'ABANDONED'] as const
export type AttemptState = (typeof ATTEMPT_STATES)[number]

/**
 * UNSENT: nothing was traded. FILLED: both in full. EVEN: as much was bought as sold, and less than all. CLOSED: what was
 * traded on one side alone was undone. KEPT: it has its stop. HELD: it is open, as was chosen. OPEN: it is open, although
 * something else was chosen.
 */
export const ATTEMPT_OUTCOMES = ['UNSENT', 'FILLED', 'EVEN', 'CLOSED', 'KEPT', 'HELD', 'OPEN'] as const
export type AttemptOutcome = (typeof ATTEMPT_OUTCOMES)[number]
