import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

/** How often a drill that runs is read again. */
const EVERY_MS = 1_000

export const drillsQuery = (id: string) =>
  queryOptions({
    queryKey: ['drills', id],
    queryFn: ({ signal }) => call('listDrills', { params: { id }, signal }),
    refetchInterval: ({ state }) =>
      state.data?.drills.some(({ ended }) => ended === null) === true ? EVERY_MS : false,
  })

/** What it has opened is closed a moment after its end. */
export const drillQuery = (id: string) =>
  queryOptions({
    queryKey: ['drill', id],
    queryFn: ({ signal }) => call('getDrill', { params: { id }, signal }),
    refetchInterval: ({ state: { data } }) =>
      data === undefined || data.ended === null || Date.now() - data.ended < 5 * EVERY_MS ? EVERY_MS : false,
  })
