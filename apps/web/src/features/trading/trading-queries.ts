import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

export const openPositionsQuery = queryOptions({
  queryKey: ['positions', 'open'],
  queryFn: ({ signal }) => call('listOpenPositions', { signal }),
})

/** The newest 25. */
export const closedPositionsQuery = queryOptions({
  queryKey: ['positions', 'closed'],
  queryFn: ({ signal }) => call('listClosedPositions', { query: {}, signal }),
})

export const ordersQuery = queryOptions({
  queryKey: ['orders'],
  queryFn: ({ signal }) => call('listOrders', { query: {}, signal }),
})

export const accountsQuery = queryOptions({
  queryKey: ['balances'],
  queryFn: ({ signal }) => call('listAccounts', { signal }),
})
