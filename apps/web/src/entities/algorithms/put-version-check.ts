import type { Algorithm, AlgorithmVersionSummary, VersionCheckChange } from '@tradeloom/contracts'
import type { QueryClient } from '@tanstack/react-query'
import { patchPending } from '../../realtime/patch-pending.ts'

/** Updates the check in every query that shows the version, also where a request is under way. */
export function putVersionCheck(client: QueryClient, { algorithmId, versionId, check }: VersionCheckChange): void {
  const changed = (algorithm: Algorithm): Algorithm => {
    const { latestVersion } = algorithm
    return latestVersion?.id === versionId ? { ...algorithm, latestVersion: { ...latestVersion, check } } : algorithm
  }
  const patch = (): void => {
    client.setQueriesData<AlgorithmVersionSummary[]>({ queryKey: ['versions', algorithmId] }, (versions) =>
      versions?.map((version) => (version.id === versionId ? { ...version, check } : version)),
    )
    client.setQueriesData<Algorithm>({ queryKey: ['algorithm', algorithmId] }, (known) => known && changed(known))
    client.setQueriesData<Algorithm[]>({ queryKey: ['algorithms'] }, (known) => known?.map(changed))
  }
  patch()
  for (const queryKey of [['versions', algorithmId], ['algorithm', algorithmId], ['algorithms']]) {
    patchPending(client, queryKey, patch)
  }
}
