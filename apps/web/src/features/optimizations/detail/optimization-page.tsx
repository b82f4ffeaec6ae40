import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { type ReactElement, useEffect } from 'react'
import { useTopic } from '../../../realtime/socket.ts'
import { useTitle } from '../../../ui/use-title.ts'
import { isMissingRun, RunPage, useRunViewer } from '../../../entities/runs/run-page.tsx'
import { OPTIMIZATIONS } from '../optimization-kind.ts'
import { optimizationQuery } from '../optimization-query.ts'
import { forgetFirstRows } from '../rows/first-rows.ts'
import { OptimizationDetail } from './optimization-detail.tsx'

/** One optimization, inside an algorithm or from the list of all. */
export function OptimizationPage(): ReactElement {
  const { optimisationId = '', algorithmId } = useParams({ strict: false })
  const navigate = useNavigate()
  const { isAll, isShared, isKnown, isLive } = useRunViewer(algorithmId)
  const query = useQuery({ ...optimizationQuery(optimisationId, isShared), enabled: isKnown })
  const { data, error, refetch } = query
  useEffect(() => () => forgetFirstRows(optimisationId), [optimisationId])
  useTitle(data === undefined ? 'Optimization' : `${data.symbol} optimization`)
  useTopic(isLive ? `optimisation.${optimisationId}` : null, ({ event }) => {
    if (event === 'missed') void refetch()
    if (event !== 'optimisation-deleted') return
    void navigate({ ...OPTIMIZATIONS.listOf(algorithmId ?? null), replace: true })
  })
  return (
    <RunPage kind={OPTIMIZATIONS} error={error} onRetry={() => void refetch()} heights={[32, 110, 320]}>
      {data === undefined || isMissingRun(error) ? undefined : (
        <OptimizationDetail key={data.id} optimization={data} isAll={isAll} />
      )}
    </RunPage>
  )
}
