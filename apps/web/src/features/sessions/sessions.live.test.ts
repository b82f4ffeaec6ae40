import { QueryClient } from '@tanstack/react-query'
import type { TradingSession } from '@tradeloom/contracts'
import { expect, it } from 'vitest'
import { activeSessionsQuery, algorithmTotalsQuery } from './session-queries.ts'
import { live } from './sessions.live.ts'

it('a session that changes is shown in every list, and the totals of its algorithm are read again', () => {
  const client = new QueryClient()
  const before = { id: 's1', status: 'Active', openPositionCount: 0, closedPositionCount: 0 } as TradingSession
  const totals = algorithmTotalsQuery('a1').queryKey
  client.setQueryData(activeSessionsQuery.queryKey, [before])
  client.setQueryData(totals, { activeCount: 1 } as never)
  live.session?.({ ...before, openPositionCount: 1 }, client, 'session')
  expect(client.getQueryData(activeSessionsQuery.queryKey)).toMatchObject([{ openPositionCount: 1 }])
  expect(client.getQueryState(totals)?.isInvalidated).toBe(true)
})
