import type { RateLimit } from '../../wire/rate-limit.ts'

const ORDERS = /^\/v2\/auth\/w\/order\//
const WORDS = /^\/v2\/(auth\/[rw]\/)?([a-z]+)(?:\/[^/?]+)?(\/hist)?/

/** The venue counts the requests of an address for each path: 90 a minute of most, and a thousand orders in five minutes. */
export function limitOf(path: string): RateLimit {
  if (ORDERS.test(path)) return { name: 'orders', per: 'address', kind: 'window', limit: 1_000, windowMs: 300_000 }
  const [, auth = '', word = 'other', list = ''] = WORDS.exec(path) ?? []
  const name = `${auth}${word}${list}`.replaceAll('/', '-')
  return { name, per: 'address', kind: 'window', limit: 90, windowMs: 60_000 }
}

/** After it has refused some for being too many, it refuses all for up to a minute. */
export const SILENCE_MS = 60_000
export const CHANNELS_PER_CONNECTION = 25
/** Each channel says something at least each 15 seconds. */
export const STALE_MS = 20_000
/** It takes 20 new connections a minute. */
export const RECONNECT_MS = 3_000
/** The authenticated channel says something at least each 15 seconds. */
export const ACCOUNT_SILENCE_MS = 20_000
