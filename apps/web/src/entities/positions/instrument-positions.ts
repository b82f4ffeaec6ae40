import { call } from '../../api/call.ts'
import { LivePositions } from './live-positions.ts'

/** The user's positions in an instrument, of all accounts and sessions. */
export function instrumentPositions(instrumentId: string): LivePositions {
  return new LivePositions({
    isIncluded: (position) => position.instrumentId === instrumentId,
    load: (period, signal) => call('getPositionWindow', { query: { instrumentId, ...period }, signal }),
    neighbor: (place) => call('getPositionNeighbor', { query: { instrumentId, ...place } }),
  })
}
