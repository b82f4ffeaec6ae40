import type { ReactElement } from 'react'
import { Panel } from '../../../../ui/panel.tsx'
import { MetricsPanel } from '../metrics/metrics-panel.tsx'
import type { SectionProps } from './section-props.ts'

/** Every metric with its confidence interval. */
export function MetricsSection({ result, metricsState }: SectionProps): ReactElement {
  return metricsState === null ? (
    <MetricsPanel metrics={result.metrics} />
  ) : (
    <Panel title="Metrics">{metricsState}</Panel>
  )
}
