import { type Optimization, socketRequests } from '@tradeloom/contracts'
import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { call } from '../../../api/call.ts'
import { ask } from '../../../realtime/ask.ts'
import { FoldedPanel } from '../../../ui/folded-panel.tsx'
import { formatPlain } from '../../../ui/format.ts'
import { EmptyState, ErrorState, LoadingRows } from '../../../ui/states.tsx'
import { LogLines } from '../../../entities/runs/log-lines.tsx'

/** As the specification has it. */
const TAIL_MS = 1000

/** The log of an optimization, collapsed at first; while it runs, its latest lines. */
export function OptimizationLog({ optimization }: { readonly optimization: Optimization }): ReactElement {
  const isLive = optimization.status === 'In Progress' && !optimization.readOnly
  return (
    <FoldedPanel title="Log">
      <Lines key={String(isLive)} id={optimization.id} isLive={isLive} />
    </FoldedPanel>
  )
}

function Lines({ id, isLive }: { readonly id: string; readonly isLive: boolean }): ReactElement {
  const log = useQuery({
    queryKey: ['optimization-log', id, isLive],
    queryFn: ({ signal }) =>
      isLive
        ? ask(socketRequests.tailOptimizationLog, { id })
        : call('getOptimizationLog', { params: { id }, query: {}, signal }),
    refetchInterval: isLive ? TAIL_MS : false,
  })
  const lines = log.data?.lines ?? []
  const dropped = log.data?.dropped ?? 0
  return (
    <>
      {log.isPending ? <LoadingRows rows={4} /> : null}
      {log.isError && lines.length === 0 ? <ErrorState error={log.error} onRetry={() => void log.refetch()} /> : null}
      {log.isSuccess && lines.length === 0 ? <EmptyState picture="log" title="Log is empty" /> : null}
      {lines.length > 0 ? <LogLines lines={lines} isFollowed={isLive} /> : null}
      {!isLive && dropped > 0 ? (
        <p className="muted num prose">{formatPlain(dropped)} more exceeded the limit</p>
      ) : null}
    </>
  )
}
