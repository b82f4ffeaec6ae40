import { useQueryClient } from '@tanstack/react-query'
import { Outlet, useNavigate } from '@tanstack/react-router'
import { type ReactElement, useEffect, useEffectEvent } from 'react'
import { ApiError, isMissing } from '../../api/api-error.ts'
import { newestDraft, readDraft } from '../../entities/scripts/draft-store.ts'
import { useUser } from '../../entities/user/bootstrap-query.ts'
import { deletionOf } from './header/delete-algorithm.tsx'
import { AlgorithmHeader } from './header/algorithm-header.tsx'
import { ErrorState, LoadingRows } from '../../ui/states.tsx'
import { toastError } from '../../ui/toast.ts'
import { useInParts } from '../../ui/use-in-parts.ts'
import { useRouteAlgorithm } from '../../entities/algorithms/use-route-algorithm.ts'

const NOT_FOUND = 'Algorithm not found. It may have been deleted, or is not public.'
const NOT_PUBLIC = 'This algorithm is not public. If it is yours, log in to see it.'

const STILL_HERE = 'What you have not saved is still here: copy it before you leave this page.'

function hasDraft(userId: string, id: string): boolean {
  return newestDraft(userId, `algorithm/${id}/`) !== null || readDraft(userId, `description/${id}`) !== null
}

/** Unknown, private and malformed ids all lead back to the list. */
function isUnknown(error: unknown): boolean {
  return error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 401
}

export function AlgorithmPage(): ReactElement {
  const algorithm = useRouteAlgorithm()
  const navigate = useNavigate()
  const shown = useInParts(algorithm.data)
  // What is shown, with text that is not saved, stays when it cannot be refreshed, unless it was deleted.
  const unknown = algorithm.data === undefined ? isUnknown(algorithm.error) : isMissing(algorithm.error)
  const user = useUser()
  const client = useQueryClient()
  const leave = useEffectEvent(() => {
    const { data } = algorithm
    // Whoever deletes it here is told so, and led away.
    if (data !== undefined && client.isMutating({ mutationKey: deletionOf(data.id) }) > 0) return
    if (data === undefined) toastError(user === null ? NOT_PUBLIC : NOT_FOUND, 'algorithm-not-found')
    else if (user && hasDraft(user.id, data.id)) return toastError(`${data.name} was deleted. ${STILL_HERE}`, data.id)
    else toastError(`${data.name} was deleted`, data.id)
    void navigate({ to: '/algorithms', replace: true })
  })
  useEffect(() => {
    if (unknown) leave()
  }, [unknown])

  if (shown === undefined) {
    return algorithm.isError && !unknown ? (
      <ErrorState error={algorithm.error} onRetry={() => void algorithm.refetch()} />
    ) : (
      <LoadingRows rows={3} />
    )
  }
  return (
    <>
      <AlgorithmHeader algorithm={shown} />
      <Outlet />
    </>
  )
}
