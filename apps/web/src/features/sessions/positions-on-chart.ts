import { call } from '../../api/call.ts'
import { LivePositions } from '../../entities/positions/live-positions.ts'

/** The positions of a session. */
export function positionsOnChart(id: string): LivePositions {
  return new LivePositions({
    isIncluded: ({ sessionId }) => sessionId === id,
    load: (query, signal) => call('getSessionPositionWindow', { params: { id }, query, signal }),
    neighbor: (query) => call('getSessionPositionNeighbor', { params: { id }, query }),
  })
}
