/**
 * SQLSTATE classes and states that mean the server is away, starting or stopping, or has closed the connection of a
 * process that was silent inside a transaction (25P03), not that the statement is wrong.
 */
const AWAY_STATES = /^(08...|25P03|57P0[1-5]|53300)$/
/** System error codes of a connection that failed or broke. */
const AWAY_CODES = ['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH']
/** Messages of the driver's own errors, which have no code. */
const AWAY_TEXTS =
  /^Connection terminated|^timeout exceeded when trying to connect|connection error and is not queryable|^Client was closed/
const DISK_FULL = '53100'
/** Causes can be nested: Drizzle wraps the driver's error, and the login library wraps Drizzle's. */
const DEPTH = 6

/** Whether a statement failed because the database is away, so that it may succeed later. */
export function isDatabaseAway(error: unknown): boolean {
  return hasCause(error, ({ code, syscall, message }) => {
    if (typeof code === 'string') {
      // A missing unix socket is reported as a missing file.
      if (code === 'ENOENT') return syscall === 'connect'
      return AWAY_CODES.includes(code) || AWAY_STATES.test(code)
    }
    return AWAY_TEXTS.test(message)
  })
}

/** Whether the database is out of disk space. */
export function isDatabaseFull(error: unknown): boolean {
  return hasCause(error, ({ code }) => code === DISK_FULL)
}

/** Whether this process or the machine has no descriptor left for one more connection: the database is not to blame. */
export function isOutOfDescriptors(error: unknown): boolean {
  return hasCause(error, ({ code }) => code === 'EMFILE' || code === 'ENFILE')
}

function hasCause(error: unknown, test: (error: NodeJS.ErrnoException) => boolean): boolean {
  for (let at: unknown = error, depth = 0; at instanceof Error && depth < DEPTH; at = at.cause, depth++) {
    if (test(at)) return true
    if (at instanceof AggregateError && at.errors.some((one) => one instanceof Error && test(one))) return true
  }
  return false
}
