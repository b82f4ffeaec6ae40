import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

/** The latest verifications of an own backtest, newest first. */
export function verificationsQuery(id: string) {
  return queryOptions({
    queryKey: ['backtest-verifications', id],
    queryFn: ({ signal }) => call('listVerifications', { params: { id }, signal }),
  })
}

/** Between two looks at a verification that has not ended. */
const POLL_MS = 1000

/** A verification of an uploaded file, which has no page of its own. */
export function verificationQuery(id: string) {
  return queryOptions({
    queryKey: ['verification', id],
    queryFn: ({ signal }) => call('getVerification', { params: { id }, signal }),
    refetchInterval: ({ state }) => (state.data?.ended == null ? POLL_MS : false),
  })
}
