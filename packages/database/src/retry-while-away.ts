import { setTimeout as sleep } from 'node:timers/promises'
import { isDatabaseAway, isDatabaseFull, isOutOfDescriptors } from './database-away.ts'

const FIRST_WAIT_MS = 100
const MAX_WAIT_MS = 2000

export interface RetryOptions {
  /** Rethrows the error after this time, in milliseconds. */
  readonly limitMs: number
  /** Aborts the wait and rethrows the error at once. */
  readonly signal?: AbortSignal
}

/**
 * Performs database work and retries while the database is away or out of disk space, or the process has no descriptors. A statement whose response was
 * lost may have taken effect, so the work must be idempotent.
 */
export async function retryWhileAway<Value>(work: () => Promise<Value>, options: RetryOptions): Promise<Value> {
  const { limitMs, signal } = options
  const deadline = performance.now() + limitMs
  for (let wait = FIRST_WAIT_MS; ; wait = Math.min(wait * 2, MAX_WAIT_MS)) {
    try {
      return await work()
    } catch (error) {
      const mayPass = isDatabaseAway(error) || isDatabaseFull(error) || isOutOfDescriptors(error)
      if (!mayPass || signal?.aborted || performance.now() + wait > deadline) throw error
      await sleep(wait, undefined, signal ? { signal } : {}).catch(() => undefined)
    }
  }
}
