import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'

/** How often one that has not ended is read again. */
const EVERY_MS = 500

export const attemptsQuery = queryOptions({
  queryKey: ['arbitrage-attempts'],
  queryFn: ({ signal }) => call('listArbitrageAttempts', { query: { limit: 50 }, signal }),
  refetchInterval: ({ state }) => (state.data?.some(({ ended }) => ended === null) === true ? EVERY_MS : false),
})

export const attemptQuery = (id: string) =>
  queryOptions({
    queryKey: ['arbitrage-attempt', id],
    queryFn: ({ signal }) => call('getArbitrageAttempt', { params: { id }, signal }),
    refetchInterval: ({ state: { data } }) => (data?.ended == null ? EVERY_MS : false),
  })
