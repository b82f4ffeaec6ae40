import { ACCOUNT_LEVELS, CUSTODY_STATES } from '@tradeloom/domain'
import { DRILL_ENDS, DRILL_KINDS } from '@tradeloom/domain/drills'
import { z } from 'zod'
import { byId, instrumentId, nothing, uuid } from './common.ts'
import { endpoint } from './endpoint.ts'

/** Drills that are listed of one account, the newest. */
export const MAX_LISTED_DRILLS = 50

/** A bad day that is practiced on a paper account. Times are UTC milliseconds. */
export const drill = z.object({
  id: uuid,
  accountId: uuid,
  kind: z.enum(DRILL_KINDS),
  instrumentId: z.string(),
  symbol: z.string(),
  quantity: z.number(),
  asked: z.number(),
  /** Null until its order was written. */
  started: z.number().nullable(),
  /** When it will have run to its end. */
  ends: z.number().nullable(),
  ended: z.number().nullable(),
  end: z.enum(DRILL_ENDS).nullable(),
  /** Why it could not begin. */
  problem: z.string().nullable(),
})
export type Drill = z.infer<typeof drill>

/** What has closed a position, seconds after things went wrong, and what it made; null: nothing did. */
const closing = { closed: z.number().nullable(), profit: z.number().nullable() }

/** What custody and guardian did, from when things went wrong. Seconds; null: it has not come to that. */
export const drillResult = z.object({
  /** For how long nothing would have closed the position at its stop. */
  unprotected: z.number(),
  noticed: z.number().nullable(),
  closed: z.number().nullable(),
  /** Of its position, net of all costs; null while it is open, and without one. In the currency of the account. */
  profit: z.number().nullable(),
  /** At the price of its stop; null where no stop was to close it. */
  planned: z.number().nullable(),
  currency: z.string(),
  /** What watched its stop, and what that has closed. */
  custody: z.object({
    states: z.array(z.object({ state: z.enum(CUSTODY_STATES), isProtected: z.boolean(), seconds: z.number() })),
    ...closing,
  }),
  /** What the rules of the account did, by the prices that it saw. */
  guardian: z.object({
    warned: z.number().nullable(),
    /** The level that it has set, and when. */
    raised: z.number().nullable(),
    level: z.enum(ACCOUNT_LEVELS).nullable(),
    /** What it warned of, or why it has set the level. */
    reason: z.string().nullable(),
    ...closing,
  }),
  events: z.array(z.object({ time: z.number(), level: z.enum(['info', 'warning', 'error']), message: z.string() })),
})
export type DrillResult = z.infer<typeof drillResult>

export const listDrills = endpoint({
  method: 'GET',
  path: '/api/accounts/:id/drills',
  auth: 'user',
  summary: 'Bad days that were practiced on a paper account, newest first, and what is open on it now',
  params: byId,
  query: nothing,
  body: nothing,
  response: z.object({
    drills: z.array(drill),
    /** Open positions of the account, and those of them that have a stop. */
    positions: z.number().int(),
    stops: z.number().int(),
    /** Why none can begin now; null if one can. */
    problem: z.string().nullable(),
  }),
})

export const startDrill = endpoint({
  method: 'POST',
  path: '/api/accounts/:id/drills',
  auth: 'user',
  summary: 'Practice a bad day on a paper account of one’s own; what goes wrong concerns this account alone',
  audit: { action: 'drill-started', details: ['kind', 'instrumentId'] },
  params: byId,
  query: nothing,
  body: z.strictObject({ kind: z.enum(DRILL_KINDS), instrumentId }),
  response: drill,
})

export const getDrill = endpoint({
  method: 'GET',
  path: '/api/drills/:id',
  auth: 'user',
  summary: 'What has happened in a drill so far, or in all of it',
  params: byId,
  query: nothing,
  body: nothing,
  response: drill.extend({ result: drillResult }),
})

export const stopDrill = endpoint({
  method: 'POST',
  path: '/api/drills/:id/stop',
  auth: 'user',
  summary: 'Stop a drill at once: what it has opened is canceled or closed',
  audit: { action: 'drill-stopped' },
  params: byId,
  query: nothing,
  body: nothing,
  response: drill,
})
