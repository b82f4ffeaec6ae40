import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

export const exchangeKeysQuery = queryOptions({
  queryKey: ['exchange-keys'],
  queryFn: ({ signal }) => call('listExchangeKeys', { signal }),
})

export const exchangeBrokersQuery = queryOptions({
  queryKey: ['exchange-brokers'],
  queryFn: ({ signal }) => call('listExchangeBrokers', { signal }),
})
