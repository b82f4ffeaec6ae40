import { useQuery } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import type { Algorithm } from '@tradeloom/contracts'
import { versionQuery } from '../algorithms/algorithm-queries.ts'
import { ScriptEditor } from './script-editor.tsx'
import { EmptyState, ErrorState, LoadingRows } from '../../ui/states.tsx'
import { useTitle } from '../../ui/use-title.ts'
import { useRouteAlgorithm } from '../algorithms/use-route-algorithm.ts'

function Editing({ algorithm }: { readonly algorithm: Algorithm }): ReactElement {
  const { versionId } = useParams({ strict: false })
  const { line, column } = useSearch({ strict: false })
  const shownId = versionId ?? algorithm.latestVersion?.id ?? null
  const version = useQuery({ ...versionQuery(algorithm, shownId ?? ''), enabled: shownId !== null })
  useTitle(algorithm.name)
  if (shownId === null) {
    if (algorithm.readOnly) return <EmptyState title="No version of this algorithm is shared" />
    return <ScriptEditor key={algorithm.id} algorithm={algorithm} version={null} position={null} />
  }
  if (version.isError) return <ErrorState error={version.error} onRetry={() => void version.refetch()} />
  if (version.data === undefined) return <LoadingRows rows={12} />
  return (
    <ScriptEditor key={algorithm.id} algorithm={algorithm} version={version.data} position={toPosition(line, column)} />
  )
}

function toPosition(line: number | undefined, column: number | undefined) {
  return line === undefined ? null : { line, column: column ?? 1 }
}

export function EditPage(): ReactElement | null {
  const { data } = useRouteAlgorithm()
  return data === undefined ? null : <Editing algorithm={data} />
}
