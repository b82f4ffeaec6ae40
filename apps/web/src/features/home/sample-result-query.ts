import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

/** Null while no sample has run. */
export const sampleResultQuery = queryOptions({
  queryKey: ['sample-result'],
  queryFn: ({ signal }) => call('sampleResult', { signal }),
})
