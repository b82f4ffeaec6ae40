import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { type ReactElement, useEffect, useState } from 'react'
import type { Algorithm } from '@tradeloom/contracts'
import { isMissing } from '../../api/api-error.ts'
import { EmptyState, ErrorState, LoadingRows } from '../../ui/states.tsx'
import { toastError } from '../../ui/toast.ts'
import { useTitle } from '../../ui/use-title.ts'
import { versionQuery } from '../../entities/algorithms/algorithm-queries.ts'
import { useRouteAlgorithm } from '../../entities/algorithms/use-route-algorithm.ts'
import { newestDraft } from '../../entities/scripts/draft-store.ts'
import { ScriptEditor } from './script-editor.tsx'

/** The version that the newest stored draft is based on; undefined without a draft. */
function draftBaseOf({ id, userId, readOnly }: Algorithm): string | null | undefined {
  return readOnly ? undefined : newestDraft(userId, `algorithm/${id}/`)?.baseId
}

function Editing({ algorithm }: { readonly algorithm: Algorithm }): ReactElement {
  const { versionId } = useParams({ strict: false })
  const { line, column } = useSearch({ strict: false })
  const navigate = useNavigate()
  const [draftBase, setDraftBase] = useState(() => draftBaseOf(algorithm))
  const endDraft = (): void => setDraftBase(undefined)
  const latestId = algorithm.latestVersion?.id ?? null
  const shownId = versionId ?? (draftBase === undefined ? latestId : draftBase)
  const version = useQuery({
    ...versionQuery(algorithm, shownId ?? ''),
    enabled: shownId !== null,
    // The editor stays while another version loads: it may hold unsaved text.
    placeholderData: keepPreviousData,
  })
  useTitle(algorithm.name)
  const isUnknown = version.isError && isMissing(version.error)
  // A draft outlives the version it was based on only in another browser; the latest version is shown instead.
  if (isUnknown && draftBase !== undefined) setDraftBase(undefined)
  useEffect(() => {
    if (!isUnknown || versionId === undefined) return
    toastError('Error retrieving algorithm version', 'version')
    void navigate({ to: '/algorithms/$algorithmId/edit', params: { algorithmId: algorithm.id }, replace: true })
  }, [isUnknown, versionId, algorithm.id, navigate])

  if (shownId === null) {
    if (algorithm.readOnly) return <EmptyState title="No version of this algorithm is shared" />
    return <ScriptEditor algorithm={algorithm} version={null} isChosen={false} position={null} onDraftEnd={endDraft} />
  }
  if (version.data === undefined && version.isError && !isUnknown) {
    return <ErrorState error={version.error} onRetry={() => void version.refetch()} />
  }
  if (version.data === undefined) return <LoadingRows rows={12} />
  return (
    <ScriptEditor
      algorithm={algorithm}
      version={version.data}
      isChosen={versionId !== undefined}
      position={line === undefined ? null : { line, column: column ?? 1 }}
      onDraftEnd={endDraft}
    />
  )
}

export function EditPage(): ReactElement | null {
  const { data } = useRouteAlgorithm()
  return data === undefined ? null : <Editing key={data.id} algorithm={data} />
}
