import type { RateLimit } from '../../wire/rate-limit.ts'

/** Of all requests of a minute; the venue states it anew with its instruments. */
export const REQUEST_WEIGHT: RateLimit = {
  name: 'weight',
  per: 'address',
  kind: 'window',
  limit: 6_000,
  windowMs: 60_000,
}
/** The venue ends connections after a day. */
export const CONNECTION_LIFE_MS = 23 * 3_600_000
