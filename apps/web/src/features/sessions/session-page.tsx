import type { TradingSession } from '@tradeloom/contracts'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { lazy, type ReactElement, Suspense } from 'react'
import { formatCount } from '../../ui/format.ts'
import { loadModule } from '../../ui/load-module.ts'
import { LoadingBlock } from '../../ui/states.tsx'
import { useTitle } from '../../ui/use-title.ts'
import { useUser } from '../auth/bootstrap-query.ts'
import { isMissingRun, RunPage } from '../runs/run-page.tsx'
import { DailyLogs } from './daily-logs.tsx'
import { SessionDashboard } from './session-dashboard.tsx'
import { SessionHeader } from './session-header.tsx'
import { SESSIONS } from './session-kind.ts'
import { SessionLog } from './session-log.tsx'
import { SessionPositions } from './session-positions.tsx'
import { sessionClosedPositionsQuery, sessionPositionsQuery, sessionQuery } from './session-queries.ts'
import { useSessionPositions } from './use-session-positions.ts'

const SessionCharts = lazy(async () => ({
  default: (await loadModule(() => import('./session-charts.tsx'))).SessionCharts,
}))

/** A live session: what it is, what it did, and what it writes. */
export function SessionPage(): ReactElement {
  const { sessionId = '' } = useParams({ strict: false })
  const user = useUser()
  const session = useQuery({
    ...sessionQuery(sessionId),
    enabled: user !== undefined,
    retry: (count, error) => !isMissingRun(error) && count < 3,
  })
  useTitle(session.data ? `${session.data.algorithmName} on ${session.data.instrumentId}` : 'Trading session')
  return (
    <RunPage
      kind={SESSIONS}
      error={session.error}
      onRetry={() => void session.refetch()}
      heights={[132, 200, 120, 240]}
    >
      {session.data ? <Content session={session.data} /> : undefined}
    </RunPage>
  )
}

function Content({ session }: { readonly session: TradingSession }): ReactElement {
  useSessionPositions(session.id)
  const open = useQuery(sessionPositionsQuery(session.id))
  const closed = useQuery(sessionClosedPositionsQuery(session.id))
  const count = closed.data?.meta.closedPositionCount ?? 0
  return (
    <>
      <SessionHeader session={session} />
      <SessionDashboard session={session} totals={closed.data?.meta} />
      <Suspense fallback={<LoadingBlock height={700} />}>
        <SessionCharts session={session} />
      </Suspense>
      <SessionPositions title="Positions (Open)" empty="No open positions" query={open} positions={open.data ?? []} />
      <SessionPositions
        title="Positions (Closed)"
        {...(count === 0 ? {} : { detail: formatCount(count, 'position') })}
        empty="No closed positions"
        query={closed}
        positions={closed.data?.positions ?? []}
        isClosed
      />
      <SessionLog id={session.id} />
      <DailyLogs session={session} />
    </>
  )
}
