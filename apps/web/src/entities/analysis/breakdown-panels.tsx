import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { Panel } from '../../ui/panel.tsx'
import { EmptyState, ErrorState, LoadingBlock } from '../../ui/states.tsx'
import { backtestChartsQuery } from '../runs/backtest-queries.ts'
import type { SectionProps } from './section-props.ts'
import { GroupsPanel } from './groups-panel.tsx'
import { DaysPanel } from './returns-panels.tsx'

const HEIGHT = 700

/** Where the profit comes from, and how the days were distributed. */
export function BreakdownPanels({ result, isShared }: SectionProps): ReactElement {
  const charts = useQuery(backtestChartsQuery(result.id, isShared))
  if (charts.isError) return <ErrorState error={charts.error} onRetry={() => void charts.refetch()} />
  if (charts.data === undefined) return <LoadingBlock height={HEIGHT} />
  const { breakdowns } = charts.data
  if (breakdowns === null) {
    return (
      <Panel title="Analysis">
        <EmptyState title="Not available" text="This result has no breakdowns. Run it again to see them." />
      </Panel>
    )
  }
  return (
    <>
      <GroupsPanel breakdowns={breakdowns} />
      <DaysPanel daily={breakdowns.daily} />
    </>
  )
}
