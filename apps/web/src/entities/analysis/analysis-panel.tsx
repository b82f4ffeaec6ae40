import type { BacktestAnalysis } from '@tradeloom/contracts'
import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { Panel } from '../../ui/panel.tsx'
import { EmptyState, ErrorState, LoadingBlock } from '../../ui/states.tsx'
import { ANALYSIS_DETAIL, AnalysisChoice, ChosenAnalysis, useAnalysisChoice } from './analysis-choice.tsx'
import { backtestAnalysisQuery } from '../runs/result-queries.ts'

const HEIGHT = 340
const TOUR = 'overview-analysis'

interface AnalysisPanelProps {
  readonly id: string
  readonly isShared: boolean
  /** The overview of an algorithm compares instruments, and has no balance of its own. */
  readonly isOverview?: boolean
}

/** One screen of the analysis at a time, chosen by name. */
export function AnalysisPanel({ id, isShared, isOverview = false }: AnalysisPanelProps): ReactElement {
  const analysis = useQuery(backtestAnalysisQuery(id, isShared))
  if (analysis.data) return <Screens analysis={analysis.data} isOverview={isOverview} />
  return (
    <Panel title="Analysis" tour={isOverview ? TOUR : undefined} flush>
      {analysis.isPending ? <LoadingBlock height={HEIGHT} /> : null}
      {analysis.isError ? <ErrorState error={analysis.error} onRetry={() => void analysis.refetch()} /> : null}
      {analysis.data === null ? (
        <EmptyState title="Not available" text="This result predates the analysis. Run it again to see it." />
      ) : null}
    </Panel>
  )
}

interface ScreensProps {
  readonly analysis: BacktestAnalysis
  readonly isOverview: boolean
}

function Screens({ analysis, isOverview }: ScreensProps): ReactElement {
  const choice = useAnalysisChoice(analysis, isOverview)
  return (
    <Panel
      title="Analysis"
      tour={isOverview ? TOUR : undefined}
      detail={ANALYSIS_DETAIL}
      flush
      actions={<AnalysisChoice choice={choice} />}
    >
      <ChosenAnalysis choice={choice} />
    </Panel>
  )
}
