import type { ReactElement } from 'react'
import { Panel } from '../../../../ui/panel.tsx'
import { EmptyState } from '../../../../ui/states.tsx'
import { DataQualityPanel } from '../inputs/data-quality-panel.tsx'
import { ModelTablesPanel } from '../inputs/model-tables-panel.tsx'
import type { SectionProps } from '../../../../entities/analysis/section-props.ts'

/** How good the prices were, and the long tables of the cost models. */
export function DataSection({ result, isShared }: SectionProps): ReactElement {
  return (
    <>
      {result.dataQuality === null ? (
        <Panel title="Data quality">
          <EmptyState title="Not available" text="The prices of this run were not graded." />
        </Panel>
      ) : (
        <DataQualityPanel result={result} />
      )}
      {result.tables === null ? null : <ModelTablesPanel result={result} isShared={isShared} />}
    </>
  )
}
