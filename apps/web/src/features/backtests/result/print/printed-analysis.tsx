import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { Panel } from '../../../../ui/panel.tsx'
import { LoadingRows } from '../../../../ui/states.tsx'
import { backtestAnalysisQuery } from '../../../../entities/runs/result-queries.ts'
import { AnalysisScreen } from '../../../../entities/analysis/analysis-screen.tsx'
import { analysisScreens } from '../../../../entities/analysis/analysis-screens.ts'
import { BreakdownPanels } from '../../../../entities/analysis/breakdown-panels.tsx'
import type { SectionProps } from '../../../../entities/analysis/section-props.ts'

/** Every screen of the analysis below the other; on the page, one is chosen from a list. */
export function PrintedAnalysis(props: SectionProps): ReactElement {
  const { data } = useQuery(backtestAnalysisQuery(props.result.id, props.isShared))
  return (
    <>
      {data === undefined ? <LoadingRows /> : null}
      {(data ? analysisScreens(data) : []).map((screen) => (
        <Panel key={screen.id} title={screen.title} flush>
          <AnalysisScreen screen={screen} isTable={false} />
        </Panel>
      ))}
      <BreakdownPanels {...props} />
    </>
  )
}
