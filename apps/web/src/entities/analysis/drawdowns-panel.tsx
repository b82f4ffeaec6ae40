import type { BacktestDetail, DrawdownOfRun } from '@tradeloom/contracts'
import type { ReactElement } from 'react'
import { DataTable } from '../../ui/data-table.tsx'
import type { Column } from '../../ui/table-column.ts'
import { formatDay, formatMinute, formatNumber, formatPercent, formatPlain, NOTHING } from '../../ui/format.ts'
import { Panel } from '../../ui/panel.tsx'
import { EmptyState } from '../../ui/states.tsx'

/** Shows the day, and the minute in the tooltip. */
function Day({ time }: { readonly time: number }): ReactElement {
  return (
    <time className="num" dateTime={new Date(time).toISOString()} title={`${formatMinute(time)} UTC`}>
      {formatDay(time)}
    </time>
  )
}

/** Hours for spans under a day. */
const spanText = (days: number): string => (days < 1 ? `${formatNumber(days * 24, 1)} h` : `${formatNumber(days, 1)} d`)

const fieldOf =
  (key: keyof DrawdownOfRun) =>
  (row: DrawdownOfRun): string =>
    `drawdowns.${row.start}-${row.trough}.${key}`

const COLUMNS: Column<DrawdownOfRun>[] = [
  {
    id: 'depth',
    header: 'Depth',
    width: 70,
    isNumber: true,
    value: (row) => row.depth,
    field: fieldOf('depth'),
    cell: (row) => <span className="loss">{formatPercent(row.depth * 100)}</span>,
  },
  {
    id: 'money',
    header: 'Money',
    width: 80,
    isNumber: true,
    value: (row) => row.depthMoney,
    field: fieldOf('depthMoney'),
    cell: (row) => formatNumber(row.depthMoney),
  },
  {
    id: 'start',
    header: 'From',
    width: 98,
    value: (row) => row.start,
    field: fieldOf('start'),
    cell: (row) => <Day time={row.start} />,
  },
  {
    id: 'trough',
    header: 'Deepest',
    width: 98,
    value: (row) => row.trough,
    field: fieldOf('trough'),
    cell: (row) => <Day time={row.trough} />,
  },
  {
    id: 'end',
    header: 'Recovered',
    width: 98,
    value: (row) => row.end,
    field: fieldOf('end'),
    cell: (row) => (row.end === null ? <span className="warn">Still open</span> : <Day time={row.end} />),
  },
  {
    id: 'days',
    header: 'Length',
    width: 64,
    isNumber: true,
    value: (row) => row.days,
    field: fieldOf('days'),
    cell: (row) => spanText(row.days),
  },
  {
    id: 'recovery',
    header: 'Recovery',
    width: 70,
    isNumber: true,
    value: (row) => row.recoveryDays,
    field: fieldOf('recoveryDays'),
    cell: (row) => (row.recoveryDays === null ? NOTHING : spanText(row.recoveryDays)),
  },
]

interface DrawdownsPanelProps {
  readonly result: BacktestDetail
  readonly drawdowns: readonly DrawdownOfRun[]
  readonly onChoose: (span: { from: number; to: number }) => void
}

/** The deepest drawdowns; a click shows the span in the equity chart. */
export function DrawdownsPanel({ result, drawdowns, onChoose }: DrawdownsPanelProps): ReactElement {
  return (
    <Panel title="Drawdowns" detail={drawdowns.length < 20 ? formatPlain(drawdowns.length) : '20 deepest'} flush>
      {drawdowns.length === 0 ? (
        <EmptyState title="No drawdowns" text="Equity never fell below an earlier peak." />
      ) : (
        <DataTable
          label="Drawdowns"
          columns={COLUMNS}
          rows={drawdowns}
          rowKey={(row) => `${row.start} ${row.trough}`}
          onRow={({ start, end }) => onChoose({ from: start, to: end ?? Date.parse(result.end) })}
          rowHeight={26}
          maxHeight={282}
        />
      )}
    </Panel>
  )
}
