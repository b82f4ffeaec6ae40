import { closeSync, constants, fstatSync, openSync, write, writeSync } from 'node:fs'

/** Unread lines are buffered up to this size; further ones are dropped. */
const MAX_BYTES = 4 * 1024 * 1024
const STANDARD_ERROR = 2
const AGAIN_MS = 100

/** Destination of pino's lines. */
export interface LogDestination {
  write(line: string): void
  /** Writes what can be written at once, before the process ends. */
  flush(): void
}

/**
 * The log goes to standard error. An unread pipe, a closed one or a file on a full disk must neither block the server
 * nor end it, so pino's own destination, which waits for them, is not used.
 */
export function logDestination(descriptor = nonBlocking(STANDARD_ERROR)): LogDestination {
  let waiting: Buffer[] = []
  let bytes = 0
  let isWriting = false

  function next(): void {
    if (isWriting || waiting.length === 0) return
    isWriting = true
    const chunk = Buffer.concat(waiting)
    waiting = [chunk]
    write(descriptor, chunk, (error, written) => {
      isWriting = false
      // Lines added meanwhile come after it.
      if (error && error.code !== 'EAGAIN') take(chunk.length)
      else take(written ?? 0)
      if (error) setTimeout(next, AGAIN_MS).unref()
      else next()
    })
  }

  function take(count: number): void {
    bytes -= count
    waiting[0] = waiting[0]!.subarray(count)
    if (waiting[0].length === 0) waiting.shift()
  }

  return {
    write(line) {
      const chunk = Buffer.from(line)
      if (bytes + chunk.length > MAX_BYTES) return
      waiting.push(chunk)
      bytes += chunk.length
      next()
    },
    flush() {
      try {
        while (waiting.length > 0) take(writeSync(descriptor, waiting[0]!))
      } catch {
        // Nobody reads it anymore.
      }
    },
  }
}

/** Reopens the same pipe without blocking; other kinds of files cannot be opened twice and do not need it. */
function nonBlocking(descriptor: number): number {
  try {
    if (!fstatSync(descriptor).isFIFO()) return descriptor
    const opened = openSync(`/proc/self/fd/${descriptor}`, constants.O_WRONLY | constants.O_NONBLOCK)
    if (fstatSync(opened).isFIFO()) return opened
    closeSync(opened)
  } catch {
    // Not supported here, or the reader is gone.
  }
  return descriptor
}
