import type { Algorithm, AlgorithmVersionSummary } from '@tradeloom/contracts'
import { useQuery } from '@tanstack/react-query'
import { versionsQuery } from '../../../entities/algorithms/algorithm-queries.ts'
import { versionLabel } from '../../../entities/algorithms/version-label.ts'
import { useUser } from '../../../entities/user/bootstrap-query.ts'

/** A version that can be compared: of the algorithm, or of the one that it was cloned from. */
export interface VersionChoice {
  readonly id: string
  readonly algorithm: Pick<Algorithm, 'id' | 'readOnly'>
  /** `v3 (latest)`, or `Cross v2` of the origin. */
  readonly label: string
  readonly message: string
}

export interface VersionChoices {
  readonly own: readonly VersionChoice[]
  /** Empty when nothing was cloned, or when the viewer may not see the origin. */
  readonly origin: readonly VersionChoice[]
  readonly isPending: boolean
  readonly error: Error | null
  readonly retry: () => void
}

/** The versions of an algorithm and of its origin, each newest first. */
export function useVersionChoices(algorithm: Algorithm): VersionChoices {
  const { clonedFromAlgorithm, clonedFromName } = algorithm
  const user = useUser()
  const own = useQuery(versionsQuery(algorithm))
  const parent = { id: clonedFromAlgorithm ?? '', readOnly: !user }
  const hasOrigin = clonedFromAlgorithm !== null && user !== undefined
  // Without the versions of the origin there is still something to compare.
  const origin = useQuery({ ...versionsQuery(parent), enabled: hasOrigin })
  return {
    own: own.data?.map((version, at) => choiceOf(version, algorithm, versionLabel(version, at === 0))) ?? [],
    origin:
      origin.data?.map((version) =>
        choiceOf(version, parent, `${clonedFromName ?? 'Origin'} ${version.displayVersionNo}`),
      ) ?? [],
    isPending: own.isPending || (hasOrigin && origin.isPending),
    error: own.error,
    retry: () => void own.refetch(),
  }
}

function choiceOf(
  { id, message }: AlgorithmVersionSummary,
  { id: algorithmId, readOnly }: VersionChoice['algorithm'],
  label: string,
): VersionChoice {
  return { id, algorithm: { id: algorithmId, readOnly }, label, message }
}
