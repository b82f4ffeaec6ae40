import { Tooltip } from '@mantine/core'
import { METRICS } from '@tradeloom/metrics'
import type { ReactElement } from 'react'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { formatPlain, NOTHING } from '../../ui/format.ts'
import { Panel } from '../../ui/panel.tsx'
import { intervalText, metricText, reasonText, type ResultMetric } from './reading.ts'

const DESCRIPTIONS = new Map(METRICS.map(({ key, description }) => [key, description]))

function Value({ metric }: { readonly metric: ResultMetric }): ReactElement {
  const text = metricText(metric)
  const reason = reasonText(metric.reason)
  if (metric.value === null && reason !== null) {
    return (
      <Tooltip label={reason}>
        <span tabIndex={0} aria-label={`No value: ${reason}`}>
          {NOTHING}
        </span>
      </Tooltip>
    )
  }
  if (metric.shown) return <>{text}</>
  return (
    <Tooltip label={`${text}. The run is too short, or has too few positions, for this number to say anything.`}>
      <span className="muted" tabIndex={0}>
        ({text})
      </span>
    </Tooltip>
  )
}

const COLUMNS: Column<ResultMetric>[] = [
  {
    id: 'title',
    header: 'Metric',
    width: 190,
    value: (row) => row.title,
    cell: (row) => <span title={DESCRIPTIONS.get(row.key)}>{row.title}</span>,
  },
  { id: 'value', header: 'Value', width: 110, isNumber: true, cell: (row) => <Value metric={row} /> },
  {
    id: 'interval',
    header: '95 % interval',
    width: 170,
    isNumber: true,
    cell: (row) => <span className="muted">{intervalText(row)}</span>,
  },
  { id: 'n', header: 'n', width: 64, isNumber: true, value: (row) => row.n, cell: (row) => formatPlain(row.n) },
]

/** Every metric with what it stands on. In brackets: defined, but not to be trusted on so little. */
export function MetricsPanel({ metrics }: { readonly metrics: readonly ResultMetric[] }): ReactElement {
  return (
    <Panel title="Metrics" detail="In brackets: too few data to say anything" flush>
      <DataTable
        label="Metrics"
        columns={COLUMNS}
        rows={metrics}
        rowKey={(row) => row.key}
        rowHeight={26}
        maxHeight={400}
      />
    </Panel>
  )
}
