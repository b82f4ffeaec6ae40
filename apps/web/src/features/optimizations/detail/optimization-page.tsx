import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { type ReactElement, useEffect } from 'react'
import { ApiError } from '../../../api/api-error.ts'
import { useTopic } from '../../../realtime/socket.ts'
import page from '../../../ui/page.module.css'
import { EmptyState, ErrorState, LoadingBlock, LoginState } from '../../../ui/states.tsx'
import { useTitle } from '../../../ui/use-title.ts'
import { useRouteAlgorithm } from '../../algorithms/use-route-algorithm.ts'
import { askForLogin } from '../../auth/auth-prompt.ts'
import { useUser } from '../../auth/bootstrap-query.ts'
import { optimizationQuery } from '../optimization-query.ts'
import { forgetFirstRows } from '../rows/first-rows.ts'
import { OptimizationDetail } from './optimization-detail.tsx'

/** One optimization, inside an algorithm or from the list of all. */
export function OptimizationPage(): ReactElement {
  const { optimisationId = '', algorithmId } = useParams({ strict: false })
  const user = useUser()
  const navigate = useNavigate()
  const algorithm = useRouteAlgorithm()
  const isAll = algorithmId === undefined
  const isShared = isAll ? user === null : (algorithm.data?.readOnly ?? false)
  const isKnown = isAll ? user !== undefined : algorithm.data !== undefined
  const query = useQuery({ ...optimizationQuery(optimisationId, isShared), enabled: isKnown })
  const { data, error, isError, refetch } = query
  useEffect(() => () => forgetFirstRows(optimisationId), [optimisationId])
  useTitle(data === undefined ? 'Optimization' : `${data.symbol} optimization`)
  useTopic(user && isKnown && !isShared ? `optimisation.${optimisationId}` : null, ({ event }) => {
    if (event === 'missed') void refetch()
    if (event !== 'optimisation-deleted') return
    void (isAll
      ? navigate({ to: '/optimizations', replace: true })
      : navigate({ to: '/algorithms/$algorithmId/optimize', params: { algorithmId }, replace: true }))
  })
  const isMissing = error instanceof ApiError && [400, 403, 404].includes(error.status)
  return (
    <div className={page['page']}>
      {isMissing ? <Missing isVisitor={user === null} /> : null}
      {isError && data === undefined && !isMissing ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
      {data === undefined && !isError ? <Loading /> : null}
      {data === undefined || isMissing ? null : <OptimizationDetail key={data.id} optimization={data} isAll={isAll} />}
    </div>
  )
}

/** Placeholders of about the final size. */
function Loading(): ReactElement {
  return (
    <>
      {[32, 110, 320].map((height) => (
        <LoadingBlock key={height} height={height} />
      ))}
    </>
  )
}

/** It may have been deleted or belong to another user; a visitor may be its owner. */
function Missing({ isVisitor }: { readonly isVisitor: boolean }): ReactElement {
  const navigate = useNavigate()
  if (isVisitor) {
    const login = (
      <Button variant="default" onClick={() => void askForLogin('Please log in to see your optimizations')}>
        Log in to continue
      </Button>
    )
    return <LoginState title="This optimization is not public. If it is yours, log in to see it." action={login} />
  }
  const back = (
    <Button variant="default" onClick={() => void navigate({ to: '/optimizations' })}>
      Go to optimizations
    </Button>
  )
  return (
    <EmptyState picture="optimizations" title="Optimization not found" text="It may have been deleted." action={back} />
  )
}
