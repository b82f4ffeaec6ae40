import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

/** The latest verifications of an own backtest, newest first. */
export function verificationsQuery(id: string) {
  return queryOptions({
    queryKey: ['backtest-verifications', id],
    queryFn: ({ signal }) => call('listVerifications', { params: { id }, signal }),
  })
}
