import type { Backtest, TradingSession } from '@tradeloom/contracts'
import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { Panel } from '../../../ui/panel.tsx'
import { ErrorState, LoadingBlock } from '../../../ui/states.tsx'
import { backtestQuery } from '../../../entities/runs/backtest-queries.ts'
import { AnalysisPanel } from '../../../entities/analysis/analysis-panel.tsx'
import { AllPositions } from './all-positions.tsx'
import { OverviewDonuts } from './overview-donuts.tsx'
import { openPositionsQuery } from './open-positions-query.ts'

interface OverviewOfRunProps {
  readonly run: Backtest
  readonly isShared: boolean
  readonly sessions: readonly TradingSession[] | undefined
  /** Stands before the positions. */
  readonly list: ReactElement | null
}

export function OverviewOfRun({ run, isShared, sessions, list }: OverviewOfRunProps): ReactElement {
  const detail = useQuery(backtestQuery(run.id, isShared))
  const openCount = detail.data?.statistics?.['openPositions'] ?? 0
  const open = useQuery({ ...openPositionsQuery(run.id, isShared), enabled: openCount > 0 })
  const openPips = openCount === 0 ? 0 : (open.data?.reduce((sum, { pips }) => sum + pips, 0) ?? null)
  return (
    <>
      <Panel title="Dashboard" tour="overview-figures" detail={`Of one backtest, money in ${run.accountCurrency}`}>
        {detail.isPending ? <LoadingBlock height={160} /> : null}
        {detail.isError ? <ErrorState error={detail.error} onRetry={() => void detail.refetch()} /> : null}
        {detail.data ? (
          <OverviewDonuts statistics={detail.data.statistics ?? {}} openPips={openPips} sessions={sessions} />
        ) : null}
      </Panel>
      <AnalysisPanel id={run.id} isShared={isShared} isOverview />
      {list}
      {isShared ? null : <AllPositions run={run} isShared={isShared} />}
    </>
  )
}
