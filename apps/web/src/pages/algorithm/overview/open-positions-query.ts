import { fromPositionColumns, type Position } from '@tradeloom/contracts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'

const PAGE = 5_000

/** The positions that were open when the run ended; they may have any number. */
export function openPositionsQuery(id: string, isShared: boolean) {
  return queryOptions({
    queryKey: ['open-positions', id, isShared],
    staleTime: 300_000,
    queryFn: async ({ signal }) => {
      const open: Position[] = []
      for (let offset = 0, total = 1; offset < total; offset += PAGE) {
        const page = await call('getBacktestPositionPage', {
          isShared,
          params: { id },
          query: { offset, limit: PAGE },
          signal,
        })
        total = page.total
        open.push(...fromPositionColumns(page.columns).filter(({ status }) => status === 'OPEN'))
      }
      return open
    },
  })
}
