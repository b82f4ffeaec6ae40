import type { TradingPosition, TradingSession } from '@tradeloom/contracts'
import { instrumentName } from '@tradeloom/domain'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { lazy, type ReactElement, Suspense, useState } from 'react'
import { formatCount, formatSecond } from '../../ui/format.ts'
import { loadModule } from '../../ui/load-module.ts'
import { useTitle } from '../../ui/use-title.ts'
import { useUser } from '../../entities/user/bootstrap-query.ts'
import { isMissingRun, RunPage } from '../../entities/runs/run-page.tsx'
import { useAccountEvents } from '../../entities/accounts/account-events.ts'
import { useAccounts } from '../../entities/accounts/accounts.ts'
import { askToClose } from '../../features/trading/positions/ask-to-close.tsx'
import { askToDeletePosition } from '../../entities/positions/ask-to-delete-position.ts'
import { useInstruments } from '../../entities/instruments/use-instruments.ts'
import { ChartsPending } from '../../features/sessions/charts-pending.tsx'
import { DailyLogs } from '../../features/sessions/daily-logs.tsx'
import { SessionDashboard } from '../../features/sessions/session-dashboard.tsx'
import { SessionHeader } from './session-header.tsx'
import { SESSIONS } from '../../features/sessions/session-kind.ts'
import { SessionPositions } from '../../features/sessions/session-positions.tsx'
import {
  sessionAnalysisQuery,
  sessionClosedPositionsQuery,
  sessionPositionsQuery,
  sessionQuery,
} from '../../features/sessions/session-queries.ts'
import { SessionsAnalysis } from '../../features/sessions/sessions-analysis.tsx'
import { useSessionPositions } from '../../features/sessions/use-session-positions.ts'
import { withOpenRows } from '../../features/sessions/with-open-rows.ts'

const SessionCharts = lazy(async () => ({
  default: (await loadModule(() => import('../../features/sessions/session-charts.tsx'))).SessionCharts,
}))

/** A live session: what it is, what it did, and what it writes. */
export function SessionPage(): ReactElement {
  const { sessionId = '', algorithmId } = useParams({ strict: false })
  const user = useUser()
  const session = useQuery({
    ...sessionQuery(sessionId),
    enabled: user !== undefined,
    retry: (count, error) => !isMissingRun(error) && count < 3,
  })
  useTitle(
    session.data ? `${session.data.algorithmName} on ${instrumentName(session.data.instrumentId)}` : 'Trading session',
  )
  return (
    <RunPage kind={SESSIONS} error={session.error} onRetry={() => void session.refetch()} heights={[100, 300, 80, 480]}>
      {session.data ? <Content session={session.data} isAll={algorithmId === undefined} /> : undefined}
    </RunPage>
  )
}

function Content({ session, isAll }: { readonly session: TradingSession; readonly isAll: boolean }): ReactElement {
  useAccountEvents()
  useSessionPositions(session)
  const open = useQuery(sessionPositionsQuery(session.id))
  const closed = useQuery(sessionClosedPositionsQuery(session.id))
  const shown = withOpenRows(session, open.data)
  const count = closed.data?.meta.closedPositionCount ?? 0
  const client = useQueryClient()
  const accounts = useAccounts()
  const instruments = useInstruments()
  const close = (position: TradingPosition): void => {
    const account = accounts?.find(({ id }) => id === position.accountId)
    void askToClose(position, { instrument: instruments.get(position.instrumentId), account })
  }
  const remove = async (position: TradingPosition): Promise<void> => {
    if (!(await askToDeletePosition(position))) return
    await closed.refetch()
    await client.invalidateQueries({ queryKey: sessionQuery(session.id).queryKey })
  }
  const openPositions = (
    <SessionPositions
      title="Positions (Open)"
      {...(session.stopped === null || open.data?.length === 0
        ? {}
        : { detail: `Profit at the stop, ${formatSecond(Date.parse(session.stopped))}` })}
      empty="No open positions"
      query={open}
      positions={open.data ?? []}
      onAct={close}
    />
  )
  return (
    <>
      <SessionHeader session={session} isAll={isAll} />
      <Suspense fallback={<ChartsPending>{openPositions}</ChartsPending>}>
        <SessionCharts session={shown}>{openPositions}</SessionCharts>
      </Suspense>
      <SessionDashboard session={shown} totals={closed.data?.meta} open={open.data} />
      <Analysis session={session} />
      <SessionPositions
        title="Positions (Closed)"
        {...(count === 0 ? {} : { detail: formatCount(count, 'position') })}
        empty="No closed positions"
        query={closed}
        positions={closed.data?.positions ?? []}
        isClosed
        onAct={(position) => void remove(position)}
      />
      <DailyLogs session={session} />
    </>
  )
}

function Analysis({ session }: { readonly session: TradingSession }): ReactElement {
  const [isOpen, setOpen] = useState(false)
  const analysis = useQuery({ ...sessionAnalysisQuery(session.id), enabled: isOpen })
  const positions = `${session.openPositionCount} ${session.closedPositionCount}`
  return <SessionsAnalysis query={analysis} positions={positions} onOpen={setOpen} />
}
