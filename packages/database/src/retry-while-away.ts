import { setTimeout as sleep } from 'node:timers/promises'
import { isDatabaseAway, isDatabaseFull } from './database-away.ts'

const FIRST_WAIT_MS = 100
const LONGEST_WAIT_MS = 2000

export interface RetryOptions {
  /** After this long the error is thrown after all. */
  readonly limitMs: number
  /** Ends the waiting: the error is thrown at once. */
  readonly signal?: AbortSignal
}

/**
 * Does work on the database, again and again while that is away or has no room. A statement whose answer was lost may
 * have been carried out, so the work must be such that doing it twice is the same as doing it once.
 */
export async function retryWhileAway<Value>(work: () => Promise<Value>, options: RetryOptions): Promise<Value> {
  const { limitMs, signal } = options
  const deadline = performance.now() + limitMs
  for (let wait = FIRST_WAIT_MS; ; wait = Math.min(wait * 2, LONGEST_WAIT_MS)) {
    try {
      return await work()
    } catch (error) {
      const mayPass = isDatabaseAway(error) || isDatabaseFull(error)
      if (!mayPass || signal?.aborted || performance.now() + wait > deadline) throw error
      await sleep(wait, undefined, signal ? { signal } : {}).catch(() => undefined)
    }
  }
}
