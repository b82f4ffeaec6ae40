import { z } from 'zod'
import { byId, nothing } from './common.ts'
import { endpoint } from './endpoint.ts'
import { tradingPosition } from './positions.ts'
import { isoTime } from './time.ts'
import { queryNumber } from './whole-number.ts'

/** Positions of a chart: all of them if they are few, else their number alone. */
export const getSessionPositionWindow = endpoint({
  method: 'GET',
  path: '/api/session/:id/positions/window',
  auth: 'user',
  summary: 'Positions of an own session that were open in a period, if they are few; else their number',
  params: byId,
  query: z.strictObject({ start: isoTime, end: isoTime, limit: queryNumber(1, 100).default(100) }),
  body: nothing,
  response: z.object({ count: z.number().int(), positions: z.array(tradingPosition) }),
})

export const getSessionPositionNeighbor = endpoint({
  method: 'GET',
  path: '/api/session/:id/positions/neighbor',
  auth: 'user',
  summary: 'The position of an own session that opened next after a time, or last before it',
  params: byId,
  query: z.strictObject({
    /** UTC milliseconds. */
    time: queryNumber(0, 8_640_000_000_000_000),
    direction: z.enum(['next', 'previous']),
  }),
  body: nothing,
  response: z.object({ position: tradingPosition.nullable() }),
})
