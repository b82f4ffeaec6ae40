import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

export const securityQuery = queryOptions({
  queryKey: ['security'],
  queryFn: ({ signal }) => call('getSecurity', { signal }),
})

export const loginsQuery = queryOptions({
  queryKey: ['logins'],
  queryFn: ({ signal }) => call('listLogins', { signal }),
})

const SHOWN = 50

export const activityQuery = queryOptions({
  queryKey: ['activity'],
  queryFn: ({ signal }) => call('listMyAudit', { query: { limit: SHOWN }, signal }),
})
