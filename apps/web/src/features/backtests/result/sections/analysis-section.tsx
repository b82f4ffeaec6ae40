import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { Panel } from '../../../../ui/panel.tsx'
import { EmptyState, ErrorState, LoadingBlock } from '../../../../ui/states.tsx'
import { backtestChartsQuery } from '../../backtest-queries.ts'
import { AnalysisPanel } from '../../analysis-panel.tsx'
import { GroupsPanel } from '../analysis/groups-panel.tsx'
import { DaysPanel } from '../analysis/returns-panels.tsx'
import type { SectionProps } from './section-props.ts'

const HEIGHT = 700

/** Figures over time and by groups of positions, and how the days were distributed. */
export function AnalysisSection(props: SectionProps): ReactElement {
  return (
    <>
      <AnalysisPanel id={props.result.id} isShared={props.isShared} />
      <BreakdownPanels {...props} />
    </>
  )
}

/** Where the profit comes from. */
function BreakdownPanels({ result, isShared }: SectionProps): ReactElement {
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
