import { z } from 'zod'
import { nothing } from './common.ts'
import { endpoint } from './endpoint.ts'
import { line } from './text.ts'

/**
 * `no-login`: it shows its prices to an account alone, and nobody has marked a connection for them; `unreachable`: it has not answered and is asked again; `ready`: it has answered, and nothing of it is wanted; `stale`: a
 * stream that is wanted has gone silent.
 */
const venueState = z.enum(['off', 'no-login', 'connecting', 'unreachable', 'ready', 'connected', 'stale'])

/** A part of a venue with its own switch, such as spot or futures. */
const venueMarket = z.object({
  id: z.string(),
  name: z.string(),
  /** Whether it is on while the venue is. */
  isOn: z.boolean(),
  /** What needs it: running sessions, and open positions. */
  sessions: z.number().int(),
  positions: z.number().int(),
})
export type VenueMarket = z.infer<typeof venueMarket>

/** A connection with whose key everybody's prices are read. */
const markedConnection = z.object({
  id: z.string(),
  /** The end of its key. */
  key: z.string(),
  /** Whose it is. */
  owner: z.string(),
  /** Why it gives no prices now; null if it may. */
  problem: z.string().nullable(),
})

/** A venue as an administrator sees it. Times are UTC milliseconds. */
export const venue = z.object({
  id: z.string(),
  name: z.string(),
  /** Whether it is reached over the network, so that nothing is sent to it before an administrator switches it on. */
  needsSwitch: z.boolean(),
  isOn: z.boolean(),
  markets: z.array(venueMarket),
  /** When it was last switched, and by whom; null for a user who is gone. */
  changed: z.number().nullable(),
  changedBy: z.string().nullable(),
  state: venueState,
  /** Where it shows its prices to an account alone: the connection that was marked for them. */
  login: z.object({ connection: markedConnection.nullable() }).nullable(),
  /** Why it cannot be reached, and in how many milliseconds it is asked again. */
  problem: z.object({ message: z.string(), retryIn: z.number() }).nullable(),
  /** Instruments that it lists. */
  listed: z.number().int(),
  /** Instruments with an open stream, and how many of those are live and silent. */
  open: z.number().int(),
  live: z.number().int(),
  stale: z.number().int(),
  /** Milliseconds since its last message; null while nothing is open. */
  messageAge: z.number().nullable(),
  /** What the requests of this minute weigh, of how much; and until when the venue has forbidden all. */
  budget: z.object({ used: z.number(), limit: z.number(), silentUntil: z.number().nullable() }).nullable(),
  /** By how much the clock of the server is ahead of that of the venue, milliseconds. */
  skew: z.object({ ms: z.number(), level: z.enum(['fine', 'warn', 'no-orders']) }).nullable(),
  /** What needs it: running sessions, connections with keys, and open positions. */
  sessions: z.number().int(),
  connections: z.number().int(),
  positions: z.number().int(),
})
export type Venue = z.infer<typeof venue>

export const listVenues = endpoint({
  method: 'GET',
  path: '/api/admin/venues',
  auth: 'admin',
  summary: 'Venues with the state of their prices, and what needs them',
  params: nothing,
  query: nothing,
  body: nothing,
  response: z.array(venue),
})

export const switchVenue = endpoint({
  method: 'PATCH',
  path: '/api/admin/venue/:id',
  auth: 'admin',
  recentLogin: 'always',
  summary: 'Switch a venue or one of its markets on or off: nothing is sent to a venue that is off',
  audit: { action: 'venue-switched', details: ['isOn', 'market'] },
  params: z.strictObject({ id: line.min(1).max(24) }),
  query: nothing,
  body: z.strictObject({
    isOn: z.boolean(),
    /** The id of one of its markets, while the venue is on; without it the venue is switched. */
    market: line.min(1).max(24).optional(),
  }),
  response: venue,
})

export const markVenueConnection = endpoint({
  method: 'PUT',
  path: '/api/admin/venue/:id/prices',
  auth: 'admin',
  recentLogin: 'always',
  summary:
    'Mark one of your own connections: everybody sees the prices that its key reads, at a venue that shows none without a login',
  audit: { action: 'venue-connection-marked', details: ['connectionId'] },
  params: z.strictObject({ id: line.min(1).max(24) }),
  query: nothing,
  body: z.strictObject({
    /** Null: prices are no longer read with any connection. */
    connectionId: z.uuid().nullable(),
  }),
  response: venue,
})
