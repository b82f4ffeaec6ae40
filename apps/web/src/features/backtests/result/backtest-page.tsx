import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { type ReactElement, useEffect } from 'react'
import { ApiError } from '../../../api/api-error.ts'
import { addLivePosition, setLivePrices } from '../live-market.ts'
import { backtestChartsQuery, backtestMetricsQuery, backtestQuery } from '../backtest-queries.ts'
import { useUser } from '../../auth/bootstrap-query.ts'
import { useTopic } from '../../../realtime/socket.ts'
import { progressDetailStore, progressStore } from '../../../realtime/socket.ts'
import { BacktestResult } from './backtest-result.tsx'
import { askForLogin } from '../../auth/auth-prompt.ts'
import { EmptyState, ErrorState, LoadingBlock, LoginState } from '../../../ui/states.tsx'
import { useInParts } from '../../../ui/use-in-parts.ts'
import { useTitle } from '../../../ui/use-title.ts'
import page from '../../../ui/page.module.css'
import { useRouteAlgorithm } from '../../algorithms/use-route-algorithm.ts'

const METRICS_HEIGHT = 600

/** A run and its result, inside an algorithm or from the list of all backtests. */
export function BacktestPage(): ReactElement {
  const { backtestId = '', algorithmId } = useParams({ strict: false })
  const navigate = useNavigate()
  const user = useUser()
  const algorithm = useRouteAlgorithm()
  const isAll = algorithmId === undefined
  const isShared = isAll ? user === null : (algorithm.data?.readOnly ?? false)
  const isKnown = isAll ? user !== undefined : algorithm.data !== undefined
  const result = useQuery({ ...backtestQuery(backtestId, isShared), enabled: isKnown })
  const isWithoutMetrics = result.data != null && result.data.statistics !== null && result.data.metrics.length === 0
  const metrics = useQuery({ ...backtestMetricsQuery(backtestId, isShared), enabled: isKnown && isWithoutMetrics })
  usePrefetchedCharts(backtestId, isShared, isKnown, result.data?.statistics === null)
  const shown = useInParts(result.data)
  useTitle(result.data === undefined ? 'Backtest' : `${result.data.symbol} backtest`)

  const refetch = result.refetch
  useTopic(user && isKnown && !isShared ? `backtest.${backtestId}` : null, (event) => {
    if (event.event === 'progress') progressStore.set(event.data.id, event.data)
    else if (event.event === 'progress-detail') progressDetailStore.set(event.data.id, event.data.detail)
    else if (event.event === 'prices') setLivePrices(event.data)
    else if (event.event === 'position') addLivePosition(event.data)
    else if (event.event === 'deleted') void navigate({ to: '/backtests', replace: true })
    else void refetch()
  })

  const missing = result.error instanceof ApiError && [400, 403, 404].includes(result.error.status)
  useEffect(() => {
    if (missing && algorithmId !== undefined) {
      void navigate({ to: '/algorithms/$algorithmId/backtest', params: { algorithmId }, replace: true })
    }
  }, [missing, algorithmId, navigate])

  return (
    <div className={page['page']}>
      {missing ? <Missing isVisitor={user === null} /> : null}
      {result.isError && !result.data && !missing ? (
        <ErrorState error={result.error} onRetry={() => void result.refetch()} />
      ) : null}
      {shown === undefined && (result.data !== undefined || !result.isError) ? <Loading /> : null}
      {shown === undefined ? null : (
        <BacktestResult
          result={isWithoutMetrics ? { ...shown, metrics: metrics.data ?? [] } : shown}
          metricsState={
            isWithoutMetrics && metrics.data === undefined ? (
              metrics.isError ? (
                <ErrorState error={metrics.error} onRetry={() => void metrics.refetch()} />
              ) : (
                <LoadingBlock height={METRICS_HEIGHT} />
              )
            ) : null
          }
          isShared={isShared}
          isAll={isAll}
        />
      )}
    </div>
  )
}

/** Loads the curve together with the result, not after it. The curve of an unfinished run is not kept. */
function usePrefetchedCharts(id: string, isShared: boolean, isKnown: boolean, isEmpty: boolean): void {
  const client = useQueryClient()
  useEffect(() => {
    if (isKnown) void client.prefetchQuery(backtestChartsQuery(id, isShared))
  }, [client, id, isShared, isKnown])
  useEffect(() => {
    if (isEmpty) client.removeQueries(backtestChartsQuery(id, isShared))
  }, [client, id, isShared, isEmpty])
}

/** Placeholders of about the final size: header, dashboard, curve. */
function Loading(): ReactElement {
  return (
    <>
      {[132, 300, 320].map((height) => (
        <LoadingBlock key={height} height={height} />
      ))}
    </>
  )
}

/** The backtest may have been deleted or belong to another user; a visitor may be its owner. */
function Missing({ isVisitor }: { readonly isVisitor: boolean }): ReactElement {
  const navigate = useNavigate()
  if (isVisitor) {
    const login = (
      <Button variant="default" onClick={() => void askForLogin('Please log in to see your backtests')}>
        Log in to continue
      </Button>
    )
    return <LoginState title="This backtest is not public. If it is yours, log in to see it." action={login} />
  }
  const back = (
    <Button variant="default" onClick={() => void navigate({ to: '/backtests' })}>
      Go to backtests
    </Button>
  )
  return <EmptyState picture="backtests" title="Backtest not found" text="It may have been deleted." action={back} />
}
