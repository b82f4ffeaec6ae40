import type { FetchJob } from '@tradeloom/contracts'
import type { FetchOutcome, FetchProgress } from '@tradeloom/market-data'
import type { RequestProcessDefinition } from '../../platform/processes/process-definition.ts'

/** Fetches the history of venues, and imports it. It opens no key but that of the one login that a fetch is made with. */
export const fetches: RequestProcessDefinition<FetchJob, FetchOutcome, FetchProgress> = {
  name: 'fetches',
  entry: new URL('main.ts', import.meta.url),
  hasKeyPipe: true,
  atOnce: Number.POSITIVE_INFINITY,
  // Each fetch has its own: the key of one must not be there for the next.
  idleMs: 0,
  limits: {
    heapMb: 512,
    // Of months of minutes, one at a time.
    residentBytes: 1024 ** 3,
    // A venue that forbids all requests may do so for hours.
    silenceMs: 3 * 60_000,
  },
}
