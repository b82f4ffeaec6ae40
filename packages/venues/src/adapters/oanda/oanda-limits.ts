import type { RateLimit } from '../../wire/rate-limit.ts'

/** The venue takes 120 requests a second of an address, and recommends 100. */
export const REQUESTS: RateLimit = { name: 'requests', per: 'address', kind: 'leaking', limit: 100, perSecond: 100 }
/** And two new connections a second. */
export const RECONNECT_MS = 1_000
/** Streams send something at least each 5 seconds. */
export const HEARTBEAT_MS = 5_000
