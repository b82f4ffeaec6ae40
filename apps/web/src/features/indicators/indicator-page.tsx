import { Outlet, useNavigate } from '@tanstack/react-router'
import { type ReactElement, useEffect } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { ErrorState, LoadingRows } from '../../ui/states.tsx'
import { toastError } from '../../ui/toast.ts'
import { useTitle } from '../../ui/use-title.ts'
import { IndicatorHeader } from './header/indicator-header.tsx'
import { useRouteIndicator } from './use-route-indicator.ts'

/** Unknown, private and malformed ids all lead back to the list. */
function isUnknown(error: unknown): boolean {
  return error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 401
}

/** Header and tabs of one indicator. */
export function IndicatorPage(): ReactElement {
  const indicator = useRouteIndicator()
  const navigate = useNavigate()
  const unknown = indicator.data === undefined && isUnknown(indicator.error)
  useTitle(indicator.data?.name ?? 'Indicator')
  useEffect(() => {
    if (!unknown) return
    toastError('Technical indicator not found!', 'indicator-not-found')
    void navigate({ to: '/indicators', replace: true })
  }, [unknown, navigate])

  if (indicator.data === undefined) {
    return indicator.isError && !unknown ? (
      <ErrorState error={indicator.error} onRetry={() => void indicator.refetch()} />
    ) : (
      <LoadingRows rows={3} />
    )
  }
  return (
    <>
      <IndicatorHeader indicator={indicator.data} />
      <Outlet />
    </>
  )
}
