import type { ReactElement } from 'react'
import type { Column } from '../../../../ui/table-column.ts'
import { formatPlain, NOTHING } from '../../../../ui/format.ts'
import { intervalText, metricText, reasonText, type ResultMetric } from '../metrics/metric-format.ts'
import type { SectionProps } from '../../../../entities/analysis/section-props.ts'
import { PrintedTable } from './printed-table.tsx'

/** A value that is not reliable is in parentheses, like on screen. */
function valueText(metric: ResultMetric): string {
  if (metric.value === null) return reasonText(metric.reason) ?? NOTHING
  return metric.shown ? metricText(metric) : `(${metricText(metric)})`
}

const COLUMNS: readonly Column<ResultMetric>[] = [
  { id: 'title', header: 'Metric', width: 300, cell: ({ title }) => title },
  {
    id: 'value',
    header: 'Value',
    width: 160,
    isNumber: true,
    value: ({ value }) => value,
    field: ({ key }) => `metrics.${key}`,
    cell: valueText,
  },
  {
    id: 'interval',
    header: '95% interval',
    width: 160,
    isNumber: true,
    cell: (metric) => (metric.value === null ? '' : intervalText(metric)),
  },
  { id: 'n', header: 'n', width: 60, isNumber: true, cell: ({ n }) => formatPlain(n) },
]

/** Every metric; on screen, most of them are in folded groups. */
export function PrintedMetrics({ result, metricsState }: SectionProps): ReactElement {
  return (
    <PrintedTable
      title="Metrics"
      columns={COLUMNS}
      rows={metricsState === null ? result.metrics : undefined}
      total={result.metrics.length}
      keyOf={({ key }) => key}
    />
  )
}
