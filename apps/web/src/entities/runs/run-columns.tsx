import type { ReactElement } from 'react'
import { formatDay, formatLastDay, formatNumber } from '../../ui/format.ts'
import type { Column } from '../../ui/table-column.ts'
import type { Run, RunKind } from './run-kind.ts'
import { intervalLabel, resolutionLabel } from './run-labels.ts'
import { RunLink } from './run-link.tsx'

/** The first column: when a run was requested, as a link to its page. */
export function createdColumn(kind: RunKind, isAll: boolean): Column<Run> {
  return {
    id: 'created',
    header: 'Created (UTC)',
    width: 128,
    pin: 'left',
    value: (row) => row.time,
    cell: (row) => <RunLink kind={kind} run={row} isAll={isAll} />,
  }
}

/** The last column: the button of each row's menu. */
export function actionsColumn<Row extends Run>(cell: (row: Row) => ReactElement): Column<Row> {
  return { id: 'actions', header: <span className="visually-hidden">Actions</span>, width: 44, pin: 'right', cell }
}

/** What was run. */
export const RUN_COLUMNS = {
  version: {
    id: 'version',
    header: 'Algorithm Version',
    width: 82,
    value: (row) => row.displayVersionNo,
    cell: (row) => row.displayVersionNo,
  },
  start: { id: 'start', header: 'Start', width: 88, value: (row) => row.start, cell: (row) => formatDay(row.start) },
  end: { id: 'end', header: 'End', width: 88, value: (row) => row.end, cell: (row) => formatLastDay(row.end) },
  interval: { id: 'interval', header: 'Interval', width: 68, cell: (row) => intervalLabel(row.interval) },
  resolution: { id: 'resolution', header: 'Resolution', width: 76, cell: (row) => resolutionLabel(row) },
  broker: {
    id: 'broker',
    header: 'Broker',
    width: 96,
    value: (row) => row.broker,
    cell: (row) => (
      <span title={row.simulated ? 'Simulated market' : undefined} className={row.simulated ? 'warn' : ''}>
        {row.simulated ? `${row.broker} (sim.)` : row.broker}
      </span>
    ),
  },
  initialBalance: {
    id: 'initialBalance',
    header: 'Initial Balance',
    width: 92,
    isNumber: true,
    value: (row) => row.initialBalance,
    cell: (row) => formatNumber(row.initialBalance),
  },
  user: { id: 'user', header: 'User', width: 92, value: (row) => row.username, cell: (row) => row.username },
} as const satisfies Record<string, Column<Run>>
