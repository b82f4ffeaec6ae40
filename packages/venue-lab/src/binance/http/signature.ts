import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Params } from './params.ts'
import { VenueError } from './venue-error.ts'

const USUAL_WINDOW_MS = 5000
const MAX_WINDOW_MS = 60_000
/** How far ahead of the venue's clock a request may be. */
const AHEAD_MS = 1000

const SIGNATURE = /(?:^|&)signature=([^&]*)/

export interface SignedBytes {
  /** As sent, without the question mark. */
  readonly query: string
  readonly body: string
}

/** What a request's signature covers, byte for byte as it was sent: the query and then the body. */
export function signedPayload({ query, body }: SignedBytes): string {
  return [query, body].map((text) => text.replace(SIGNATURE, '')).join('')
}

function signatureOf(payload: string, secret: string): string {
  return createHmac('sha256', secret).update(payload).digest('hex')
}

/** The account of a key. Throws the venue's refusals of keys. */
export function accountOf<Account>(accounts: { find(apiKey: string): Account | null }, apiKey: string | null): Account {
  if (apiKey === null || apiKey === '') throw new VenueError(-2014, 'API-key format invalid.', { status: 401 })
  return accounts.find(apiKey) ?? refuseKey()
}

export function refuseKey(): never {
  throw new VenueError(-2015, 'Invalid API-key, IP, or permissions for action.', { status: 401 })
}

/** Throws unless the signature is the account's and the request is of now. */
export function checkSignature(
  account: { readonly secret: string },
  params: Params,
  payload: string,
  now: number,
): void {
  const signature = params.text('signature')
  const timestamp = params.integer('timestamp')
  if (timestamp === null) params.text('timestamp')
  else checkTime(timestamp, params.integer('recvWindow', USUAL_WINDOW_MS), now)
  const [given, own] = [signature.toLowerCase(), signatureOf(payload, account.secret)].map((text) => Buffer.from(text))
  if (given === undefined || own === undefined || given.length !== own.length || !timingSafeEqual(given, own))
    throw new VenueError(-1022, 'Signature for this request is not valid.')
}

function checkTime(timestamp: number, window: number, now: number): void {
  if (window > MAX_WINDOW_MS) throw new VenueError(-1131, 'recvWindow must be less than 60000.')
  // Microseconds count as well.
  const time = timestamp > 1e14 ? Math.floor(timestamp / 1000) : timestamp
  if (time >= now + AHEAD_MS)
    throw new VenueError(-1021, `Timestamp for this request was ${AHEAD_MS}ms ahead of the server's time.`)
  if (now - time > window) throw new VenueError(-1021, 'Timestamp for this request is outside of the recvWindow.')
}
