import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { type ReactElement, useEffect } from 'react'
import { addLivePosition, setLivePrices } from '../live-market.ts'
import { backtestChartsQuery, backtestMetricsQuery, backtestQuery } from '../../../entities/runs/backtest-queries.ts'
import { useTopic } from '../../../realtime/socket.ts'
import { progressDetailStore, progressStore } from '../progress-store.ts'
import { BacktestResult } from './backtest-result.tsx'
import { ErrorState, LoadingBlock } from '../../../ui/states.tsx'
import { useInParts } from '../../../ui/use-in-parts.ts'
import { useTitle } from '../../../ui/use-title.ts'
import { isMissingRun, RunPage, useRunViewer } from '../../../entities/runs/run-page.tsx'
import { BACKTESTS } from '../backtest-kind.ts'

const METRICS_HEIGHT = 600

/** A run and its result, inside an algorithm or from the list of all backtests. */
export function BacktestPage(): ReactElement {
  const { backtestId = '', algorithmId } = useParams({ strict: false })
  const navigate = useNavigate()
  const { isAll, isShared, isKnown, isLive } = useRunViewer(algorithmId)
  const result = useQuery({ ...backtestQuery(backtestId, isShared), enabled: isKnown })
  const isWithoutMetrics = result.data != null && result.data.statistics !== null && result.data.metrics.length === 0
  const metrics = useQuery({ ...backtestMetricsQuery(backtestId, isShared), enabled: isKnown && isWithoutMetrics })
  usePrefetchedCharts(backtestId, isShared, isKnown, result.data?.statistics === null)
  const shown = useInParts(result.data)
  useTitle(result.data === undefined ? 'Backtest' : `${result.data.symbol} backtest`)

  const refetch = result.refetch
  useTopic(isLive ? `backtest.${backtestId}` : null, (event) => {
    if (event.event === 'progress') progressStore.set(event.data.id, event.data)
    else if (event.event === 'progress-detail') progressDetailStore.set(event.data.id, event.data.detail)
    else if (event.event === 'prices') setLivePrices(event.data)
    else if (event.event === 'position') addLivePosition(event.data)
    else if (event.event === 'deleted') void navigate({ to: '/backtests', replace: true })
    else void refetch()
  })

  const missing = isMissingRun(result.error)
  useEffect(() => {
    if (missing && algorithmId !== undefined) {
      void navigate({ to: '/algorithms/$algorithmId/backtest', params: { algorithmId }, replace: true })
    }
  }, [missing, algorithmId, navigate])

  return (
    <RunPage kind={BACKTESTS} error={result.error} onRetry={() => void result.refetch()} heights={[132, 300, 320]}>
      {shown === undefined ? undefined : (
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
    </RunPage>
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
