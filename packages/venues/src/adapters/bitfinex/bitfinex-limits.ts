import type { RateLimit } from '../../wire/rate-limit.ts'

/** The venue counts the requests of an address, for each path: 90 a minute of most of them. */
export const REQUESTS: RateLimit = { name: 'requests', per: 'address', kind: 'window', limit: 90, windowMs: 60_000 }
/** After it has refused some for being too many, it refuses all for up to a minute. */
export const SILENCE_MS = 60_000
export const CHANNELS_PER_CONNECTION = 25
/** Each channel says something at least each 15 seconds. */
export const STALE_MS = 20_000
/** It takes 20 new connections a minute. */
export const RECONNECT_MS = 3_000
