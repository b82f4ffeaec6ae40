import { Outlet, useNavigate } from '@tanstack/react-router'
import { type ReactElement, useEffect } from 'react'
import { ApiError, isMissing } from '../../api/api-error.ts'
import { AlgorithmHeader } from './header/algorithm-header.tsx'
import { ErrorState, LoadingRows } from '../../ui/states.tsx'
import { useInParts } from '../../ui/use-in-parts.ts'
import { useRouteAlgorithm } from './use-route-algorithm.ts'

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
  useEffect(() => {
    if (unknown) void navigate({ to: '/algorithms', replace: true })
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
