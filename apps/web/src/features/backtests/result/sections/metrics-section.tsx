import type { ReactElement } from 'react'
import { Panel } from '../../../../ui/panel.tsx'
import { MetricsPanel } from '../metrics/metrics-panel.tsx'
import { RollingPanel } from '../metrics/rolling-panel.tsx'
import type { SectionProps } from '../../../../entities/analysis/section-props.ts'

/** Every metric with its confidence interval, and how some of them changed along the run. */
export function MetricsSection({ result, isShared, metricsState }: SectionProps): ReactElement {
  return (
    <>
      <RollingPanel result={result} isShared={isShared} />
      {metricsState === null ? (
        <MetricsPanel metrics={result.metrics} />
      ) : (
        <Panel title="Metrics">{metricsState}</Panel>
      )}
    </>
  )
}
