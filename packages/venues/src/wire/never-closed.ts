/** An address of simulated venues. */
export const NEVER_CLOSED = 'simulated://never-closed'
/** Where simulated venues trade currencies on weekends, too. */
export const NEVER_CLOSED_URLS = { SIM: { streams: NEVER_CLOSED }, SIM2: { streams: NEVER_CLOSED } }
