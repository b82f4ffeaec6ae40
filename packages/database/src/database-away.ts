/** Classes and states of PostgreSQL in which the server is away, starting or stopping, rather than the statement wrong. */
const AWAY_STATES = /^(08...|57P0[1-5]|53300)$/
/** What the system says of a connection that cannot be made or has broken. */
const AWAY_CODES = ['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH']
/** The driver's own errors have no code. */
const AWAY_TEXTS =
  /^Connection terminated|^timeout exceeded when trying to connect|connection error and is not queryable|^Client was closed/
const DISK_FULL = '53100'
/** Causes below causes: Drizzle wraps the driver's error, and the login library that of Drizzle. */
const DEPTH = 6

/** Whether a statement failed because the database is not there now, so that it may succeed a little later. */
export function isDatabaseAway(error: unknown): boolean {
  return someCause(error, ({ code, syscall, message }) => {
    if (typeof code === 'string') {
      // A unix socket that is gone is a file that is not there.
      if (code === 'ENOENT') return syscall === 'connect'
      return AWAY_CODES.includes(code) || AWAY_STATES.test(code)
    }
    return AWAY_TEXTS.test(message)
  })
}

/** Whether the database has no room to write. */
export function isDatabaseFull(error: unknown): boolean {
  return someCause(error, ({ code }) => code === DISK_FULL)
}

function someCause(error: unknown, test: (error: NodeJS.ErrnoException) => boolean): boolean {
  for (let at: unknown = error, depth = 0; at instanceof Error && depth < DEPTH; at = at.cause, depth++) {
    if (test(at)) return true
    if (at instanceof AggregateError && at.errors.some((one) => one instanceof Error && test(one))) return true
  }
  return false
}
