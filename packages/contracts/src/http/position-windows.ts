import { z } from 'zod'
import { READ_MUCH } from './api-terms.ts'
import { byId, instrumentId, nothing } from './common.ts'
import { endpoint } from './endpoint.ts'
import { tradingPosition } from './positions.ts'
import { isoTime } from './time.ts'
import { queryNumber } from './whole-number.ts'

const period = z.strictObject({ start: isoTime, end: isoTime, limit: queryNumber(1, 500).default(100) })
const place = z.strictObject({
  /** UTC milliseconds. */
  time: queryNumber(0, 8_640_000_000_000_000),
  direction: z.enum(['next', 'previous']),
})
const ofInstrument = { instrumentId }

/** Positions of a chart: all of them if they are few, else their number alone. */
const positionWindow = z.object({ count: z.number().int(), positions: z.array(tradingPosition) })
export type TradingPositionWindow = z.infer<typeof positionWindow>

const positionNeighbor = z.object({ position: tradingPosition.nullable() })
export type TradingPositionNeighbor = z.infer<typeof positionNeighbor>

export const getPositionWindow = endpoint({
  method: 'GET',
  path: '/api/positions/window',
  auth: 'user',
  summary:
    'Own positions in an instrument, of all accounts, that were open in a period, if they are few; else their number',
  api: READ_MUCH,
  params: nothing,
  query: period.extend(ofInstrument),
  body: nothing,
  response: positionWindow,
})

export const getPositionNeighbor = endpoint({
  method: 'GET',
  path: '/api/positions/neighbor',
  auth: 'user',
  summary: 'The own position in an instrument that opened next after a time, or last before it',
  api: READ_MUCH,
  params: nothing,
  query: place.extend(ofInstrument),
  body: nothing,
  response: positionNeighbor,
})

export const getSessionPositionWindow = endpoint({
  method: 'GET',
  path: '/api/session/:id/positions/window',
  auth: 'user',
  summary: 'Positions of an own session that were open in a period, if they are few; else their number',
  api: READ_MUCH,
  params: byId,
  query: period,
  body: nothing,
  response: positionWindow,
})

export const getSessionPositionNeighbor = endpoint({
  method: 'GET',
  path: '/api/session/:id/positions/neighbor',
  auth: 'user',
  summary: 'The position of an own session that opened next after a time, or last before it',
  api: READ_MUCH,
  params: byId,
  query: place,
  body: nothing,
  response: positionNeighbor,
})
