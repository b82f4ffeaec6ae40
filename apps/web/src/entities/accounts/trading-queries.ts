import { socketRequests } from '@tradeloom/contracts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { ask } from '../../realtime/ask.ts'

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

/** The newest 50. */
export const executionsQuery = queryOptions({
  queryKey: ['executions'],
  queryFn: ({ signal }) => call('listExecutions', { query: {}, signal }),
})

/** Whether each connection to a broker works. */
export const brokerStatusesQuery = queryOptions({
  queryKey: ['broker-statuses'],
  queryFn: () => ask(socketRequests.subscribeStatus, {}),
})

export const accountsQuery = queryOptions({
  queryKey: ['balances'],
  queryFn: ({ signal }) => call('listAccounts', { signal }),
})
