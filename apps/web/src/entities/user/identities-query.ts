import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

/** With what the user signs in besides a password. */
export const identitiesQuery = queryOptions({
  queryKey: ['identities'],
  queryFn: ({ signal }) => call('listIdentities', { signal }),
})
