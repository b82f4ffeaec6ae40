import type { Algorithm, AlgorithmVersionSummary, VersionCheckChange } from '@tradeloom/contracts'
import type { QueryClient } from '@tanstack/react-query'

/** Updates the check in every cached query that shows the version. */
export function putVersionCheck(client: QueryClient, { algorithmId, versionId, check }: VersionCheckChange): void {
  const changed = (algorithm: Algorithm): Algorithm => {
    const { latestVersion } = algorithm
    return latestVersion?.id === versionId ? { ...algorithm, latestVersion: { ...latestVersion, check } } : algorithm
  }
  client.setQueriesData<AlgorithmVersionSummary[]>({ queryKey: ['versions', algorithmId] }, (versions) =>
    versions?.map((version) => (version.id === versionId ? { ...version, check } : version)),
  )
  client.setQueriesData<Algorithm>({ queryKey: ['algorithm', algorithmId] }, (known) => known && changed(known))
  client.setQueriesData<Algorithm[]>({ queryKey: ['algorithms'] }, (known) => known?.map(changed))
}
