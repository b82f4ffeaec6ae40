import type { ReactElement } from 'react'
import { AnalysisPanel } from '../../../../entities/analysis/analysis-panel.tsx'
import { BreakdownPanels } from '../../../../entities/analysis/breakdown-panels.tsx'
import type { SectionProps } from '../../../../entities/analysis/section-props.ts'

/** Figures over time and by groups of positions, and how the days were distributed. */
export function AnalysisSection(props: SectionProps): ReactElement {
  return (
    <>
      <AnalysisPanel id={props.result.id} isShared={props.isShared} />
      <BreakdownPanels {...props} />
    </>
  )
}
