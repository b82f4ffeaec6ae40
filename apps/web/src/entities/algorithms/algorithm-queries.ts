import type { Algorithm, AlgorithmVersion } from '@tradeloom/contracts'
import { queryOptions } from '@tanstack/react-query'
import { isMissing } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'

export const sharedAlgorithmsQuery = queryOptions({
  queryKey: ['algorithms', 'shared'],
  queryFn: ({ signal }) => call('listSharedAlgorithms', { signal }),
})

export const ownAlgorithmsQuery = queryOptions({
  queryKey: ['algorithms', 'own'],
  queryFn: ({ signal }) => call('listOwnAlgorithms', { signal }),
})

/**
 * Own or shared with a login, only shared without one. The user is not part of the key: after a login the page keeps
 * showing what it shows until the reply for the new user arrives.
 */
export function algorithmQuery(id: string, isSignedIn: boolean) {
  return queryOptions({
    queryKey: ['algorithm', id],
    queryFn: async ({ signal }): Promise<Algorithm> => {
      if (!isSignedIn) return call('getAlgorithm', { isShared: true, params: { id }, signal })
      try {
        return await call('getAlgorithm', { params: { id }, signal })
      } catch (error) {
        if (isMissing(error)) return call('getAlgorithm', { isShared: true, params: { id }, signal })
        throw error
      }
    },
  })
}

/** Newest first, without scripts. */
export function versionsQuery(algorithm: Pick<Algorithm, 'id' | 'readOnly'>) {
  const { id, readOnly } = algorithm
  return queryOptions({
    queryKey: ['versions', id, readOnly],
    queryFn: ({ signal }) => call('listVersions', { isShared: readOnly, params: { id }, signal }),
  })
}

export function versionQuery(algorithm: Pick<Algorithm, 'id' | 'readOnly'>, versionId: string) {
  const { id, readOnly } = algorithm
  return queryOptions({
    queryKey: ['version', id, versionId],
    queryFn: ({ signal }): Promise<AlgorithmVersion> =>
      call('getVersion', { isShared: readOnly, params: { id, versionId }, signal }),
    // A saved version never changes; only its shared mark does, and that is read from the list.
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** What became of the custom indicators that a version of an own algorithm carries copies of. */
export function carriedIndicatorsQuery(id: string, versionId: string) {
  return queryOptions({
    queryKey: ['carried-indicators', id, versionId],
    queryFn: ({ signal }) => call('listCarriedIndicators', { params: { id, versionId }, signal }),
  })
}
