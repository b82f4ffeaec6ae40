import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

export const sharesQuery = queryOptions({
  queryKey: ['connection-shares'],
  queryFn: ({ signal }) => call('listShares', { signal }),
})
