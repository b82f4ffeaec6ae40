import type { TradingSession } from '@tradeloom/contracts'
import { useQuery } from '@tanstack/react-query'
import type { ReactElement, ReactNode } from 'react'
import { Panel } from '../../ui/panel.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { ChartsPending } from './charts-pending.tsx'
import { SessionPrices } from './session-prices.tsx'
import { SessionProfit } from './session-profit.tsx'
import { isSessionLive, sessionChartsQuery } from './session-queries.ts'
import { useEvery } from './use-every.ts'

const CHARTS_MS = 5_000

interface SessionChartsProps {
  readonly session: TradingSession
  /** Between profit and prices. */
  readonly children: ReactNode
}

/** Profit and prices of a session. They are loaded after the rest of its page: charts are large. */
export function SessionCharts({ session, children }: SessionChartsProps): ReactElement {
  const { id, openPositionCount, closedPositionCount } = session
  const newest = `${openPositionCount} ${closedPositionCount}`
  // Positions were added or closed: several within a moment are fetched once.
  const counts = useEvery(CHARTS_MS, isSessionLive(session), () => newest)
  const charts = useQuery(sessionChartsQuery(id, counts, isSessionLive(session)))
  if (!charts.data) {
    if (!charts.isError) return <ChartsPending>{children}</ChartsPending>
    return (
      <>
        <Panel title="Cumulative Profit" flush>
          <ErrorState error={charts.error} onRetry={() => void charts.refetch()} />
        </Panel>
        {children}
      </>
    )
  }
  return (
    <>
      <SessionProfit session={session} charts={charts.data} />
      {children}
      <SessionPrices session={session} charts={charts.data} />
    </>
  )
}
