import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

const POLL_MS = 2000

/** Asked again while the samples of a new installation run. */
export const sampleResultQuery = queryOptions({
  queryKey: ['sample-result'],
  queryFn: ({ signal }) => call('sampleResult', { signal }),
  refetchInterval: ({ state }) => (state.data?.isPreparing ? POLL_MS : false),
})
