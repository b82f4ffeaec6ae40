import { closeSync, constants, fstatSync, openSync, write, writeSync } from 'node:fs'

/** Lines that nobody reads wait in memory up to this size; then new ones are dropped. */
const MAX_BYTES = 4 * 1024 * 1024
const STANDARD_ERROR = 2
const AGAIN_MS = 100

/** What pino writes its lines to. */
export interface LogDestination {
  write(line: string): void
  /** Before the process ends: what can be written at once is written. */
  flush(): void
}

/**
 * The log goes to standard error. Whatever is behind that, a pipe that nobody reads, one that is closed or a file on a
 * full disk, must neither hold up the server nor end it, so pino's own way of writing is not used: it waits for both.
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
      // Lines that came meanwhile stand behind it.
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
        // Nobody reads it any more.
      }
    },
  }
}

/** Another opening of the same pipe that does not wait for its reader; others cannot be opened twice and need not. */
function nonBlocking(descriptor: number): number {
  try {
    if (!fstatSync(descriptor).isFIFO()) return descriptor
    const opened = openSync(`/proc/self/fd/${descriptor}`, constants.O_WRONLY | constants.O_NONBLOCK)
    if (fstatSync(opened).isFIFO()) return opened
    closeSync(opened)
  } catch {
    // Not on this system, or the reader is gone.
  }
  return descriptor
}
