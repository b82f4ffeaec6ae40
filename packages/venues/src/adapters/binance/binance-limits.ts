import type { RateLimit } from '../../wire/rate-limit.ts'

/** Of all requests of a minute. */
export function requestWeight(limit: number): RateLimit {
  return { name: 'weight', per: 'address', kind: 'window', limit, windowMs: 60_000 }
}

/** The venue ends connections after a day. */
export const CONNECTION_LIFE_MS = 23 * 3_600_000
