import { Outlet, useNavigate } from '@tanstack/react-router'
import { type ReactElement, useEffect, useEffectEvent } from 'react'
import { ApiError, isMissing } from '../../api/api-error.ts'
import { useUser } from '../auth/bootstrap-query.ts'
import { AlgorithmHeader } from './header/algorithm-header.tsx'
import { ErrorState, LoadingRows } from '../../ui/states.tsx'
import { toastError } from '../../ui/toast.ts'
import { useInParts } from '../../ui/use-in-parts.ts'
import { useRouteAlgorithm } from './use-route-algorithm.ts'

const NOT_FOUND = 'Algorithm not found. It may have been deleted, or is not public.'
const NOT_PUBLIC = 'This algorithm is not public. If it is yours, log in to see it.'

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
  const isVisitor = useUser() === null
  const explain = useEffectEvent(() => {
    // The user has deleted one that was shown until now, and is told so.
    if (algorithm.data === undefined) toastError(isVisitor ? NOT_PUBLIC : NOT_FOUND, 'algorithm-not-found')
  })
  useEffect(() => {
    if (!unknown) return
    explain()
    void navigate({ to: '/algorithms', replace: true })
  }, [unknown, navigate])

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
