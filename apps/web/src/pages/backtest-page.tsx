import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { type ReactElement, useEffect } from 'react'
import { ApiError } from '../api/api-error.ts'
import { backtestQuery } from '../api/queries/backtests.ts'
import { useUser } from '../api/queries/session.ts'
import { useTopic } from '../live/socket.ts'
import { progressStore } from '../live/socket.ts'
import { BacktestResult } from '../panels/backtest-result/backtest-result.tsx'
import { ErrorState, LoadingRows } from '../ui/states.tsx'
import { useTitle } from '../ui/use-title.ts'
import page from './page.module.css'
import { useRouteAlgorithm } from './use-route-algorithm.ts'

/** Runs and results, inside an algorithm or reached from the list of all. */
export function BacktestPage(): ReactElement {
  const { backtestId = '', algorithmId } = useParams({ strict: false })
  const navigate = useNavigate()
  const user = useUser()
  const algorithm = useRouteAlgorithm()
  const isAll = algorithmId === undefined
  const isShared = isAll ? user === null : (algorithm.data?.readOnly ?? false)
  const isKnown = isAll ? user !== undefined : algorithm.data !== undefined
  const result = useQuery({ ...backtestQuery(backtestId, isShared), enabled: isKnown })
  useTitle(result.data === undefined ? 'Backtest' : `${result.data.symbol} backtest`)

  const refetch = result.refetch
  useTopic(user && isKnown && !isShared ? `backtest.${backtestId}` : null, (event) => {
    if (event.event === 'progress') progressStore.set(event.data.id, event.data)
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
      {result.isError && !result.data ? (
        <ErrorState error={result.error} onRetry={() => void result.refetch()} />
      ) : null}
      {result.data === undefined && !result.isError ? <LoadingRows rows={10} /> : null}
      {result.data === undefined ? null : <BacktestResult result={result.data} isShared={isShared} isAll={isAll} />}
    </div>
  )
}
