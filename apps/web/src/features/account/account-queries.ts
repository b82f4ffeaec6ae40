import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

const WHILE_WRITING_MS = 2_000

export const accountQuery = queryOptions({
  queryKey: ['account-data'],
  queryFn: ({ signal }) => call('getAccountData', { signal }),
  refetchInterval: ({ state }) =>
    ['Queued', 'In Progress'].includes(state.data?.export?.status ?? '') ? WHILE_WRITING_MS : false,
})
