import type { IndicatorDetail } from '@tradeloom/contracts'
import { queryOptions } from '@tanstack/react-query'
import { isMissing } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'

/** Own indicators, then those of the program; visitors get only the latter. */
export function indicatorsQuery(isSignedIn: boolean) {
  return queryOptions({
    queryKey: ['indicators', 'list', isSignedIn],
    queryFn: ({ signal }) => call(isSignedIn ? 'listIndicators' : 'listSystemIndicators', { signal }),
  })
}

export const sharedIndicatorsQuery = queryOptions({
  queryKey: ['indicators', 'shared'],
  queryFn: ({ signal }) => call('listSharedIndicators', { signal }),
})

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/** Own, shared, or one of the program, whose id is its key. */
export function indicatorQuery(id: string, isSignedIn: boolean) {
  return queryOptions({
    queryKey: ['indicator', id],
    queryFn: async ({ signal }): Promise<IndicatorDetail> => {
      if (!UUID.test(id)) return call('getSystemIndicator', { params: { id }, signal })
      if (!isSignedIn) return call('getIndicator', { isShared: true, params: { id }, signal })
      try {
        return await call('getIndicator', { params: { id }, signal })
      } catch (error) {
        if (isMissing(error)) return call('getIndicator', { isShared: true, params: { id }, signal })
        throw error
      }
    },
  })
}

/** Algorithms of the user with copies of an indicator. */
export function indicatorUsesQuery(id: string) {
  return queryOptions({
    queryKey: ['indicator-uses', id],
    queryFn: ({ signal }) => call('listIndicatorUses', { params: { id }, signal }),
    staleTime: 0,
  })
}
