import { fromPositionColumns } from '@tradeloom/contracts'
import { call } from '../../api/call.ts'
import type { ChartSpan, PositionSource } from '../../charts/price-chart/chart-source.ts'

/** The positions of a run on one instrument, by windows. */
export function backtestPositions(id: string, instrumentId: string, isShared: boolean): PositionSource {
  const request = ({ start, end }: ChartSpan, signal?: AbortSignal) =>
    call('getBacktestPositionWindow', {
      isShared,
      params: { id },
      query: { instrumentId, start: new Date(start).toISOString(), end: new Date(end).toISOString() },
      ...(signal === undefined ? {} : { signal }),
    })
  return {
    first: async () => (await request({ start: 0, end: 1 })).first,
    window: async (span, signal) => {
      const { count, columns } = await request(span, signal)
      return { count, positions: fromPositionColumns(columns) }
    },
    neighbor: async (time, direction) => {
      const query = { instrumentId, time: Math.round(time), direction }
      return (await call('getBacktestPositionNeighbor', { isShared, params: { id }, query })).position
    },
  }
}
