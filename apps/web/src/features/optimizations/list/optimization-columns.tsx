import type { Optimization } from '@tradeloom/contracts'
import { Link } from '@tanstack/react-router'
import { formatDay, formatLastDay, formatNumber, formatSigned, NOTHING, signClass } from '../../../ui/format.ts'
import type { Column } from '../../../ui/table-column.ts'
import { intervalLabel } from '../../backtests/backtest-labels.ts'
import { externalsSettingsText, strategyLabel } from '../optimization-labels.ts'
import { OptimizationLink } from './optimization-link.tsx'
import classes from './optimization-list.module.css'
import { RowActions } from './row-actions.tsx'
import { StatusCell } from './status-cell.tsx'

type OptimizationColumn = Column<Optimization>

const ALGORITHM: OptimizationColumn = {
  id: 'algorithm',
  header: 'Algorithm',
  width: 190,
  value: (row) => row.algorithmName,
  cell: (row) => (
    <>
      <Link to="/algorithms/$algorithmId/optimize" params={{ algorithmId: row.algorithmId }}>
        {row.algorithmName}
      </Link>{' '}
      <span className="muted">{row.displayVersionNo}</span>
    </>
  ),
}

const VERSION: OptimizationColumn = {
  id: 'version',
  header: 'Algorithm Version',
  width: 118,
  value: (row) => row.displayVersionNo,
  cell: (row) => row.displayVersionNo,
}

const OUTCOME: OptimizationColumn[] = [
  {
    id: 'symbol',
    header: 'Symbol',
    width: 90,
    value: (row) => row.symbol,
    cell: (row) => <strong>{row.symbol}</strong>,
  },
  {
    id: 'status',
    header: 'Status',
    width: 208,
    value: (row) => row.status,
    cell: (row) => <StatusCell row={row} />,
  },
  {
    id: 'bestProfit',
    header: 'Best Profit',
    width: 100,
    isNumber: true,
    value: (row) => row.bestProfit,
    cell: (row) => <span className={signClass(row.bestProfit)}>{formatSigned(row.bestProfit)}</span>,
  },
  {
    id: 'strategy',
    header: 'Strategy',
    width: 92,
    value: (row) => row.strategy,
    cell: (row) => strategyLabel(row.strategy),
  },
  {
    id: 'externals',
    header: 'Externals Settings',
    width: 220,
    cell: (row) => {
      const text = externalsSettingsText(row.externalsSettings)
      return <span title={text}>{text || NOTHING}</span>
    },
  },
]

const SETTINGS: OptimizationColumn[] = [
  { id: 'start', header: 'Start', width: 88, value: (row) => row.start, cell: (row) => formatDay(row.start) },
  { id: 'end', header: 'End', width: 88, value: (row) => row.end, cell: (row) => formatLastDay(row.end) },
  { id: 'interval', header: 'Interval', width: 68, cell: (row) => intervalLabel(row.interval) },
  {
    id: 'resolution',
    header: 'Resolution',
    width: 76,
    cell: (row) => (row.resolution === 0 ? 'Tick' : 'Minute'),
  },
  {
    id: 'broker',
    header: 'Broker',
    width: 96,
    value: (row) => row.broker,
    cell: (row) => (
      <span
        title={row.simulated ? 'Simulated market' : undefined}
        className={row.simulated ? classes['simulated'] : ''}
      >
        {row.simulated ? `${row.broker} (sim.)` : row.broker}
      </span>
    ),
  },
  {
    id: 'initialBalance',
    header: 'Initial Balance',
    width: 104,
    isNumber: true,
    value: (row) => row.initialBalance,
    cell: (row) => formatNumber(row.initialBalance),
  },
  { id: 'user', header: 'User', width: 92, value: (row) => row.username, cell: (row) => row.username },
]

const ACTIONS: OptimizationColumn = {
  id: 'actions',
  header: <span className="visually-hidden">Actions</span>,
  width: 44,
  pin: 'right',
  cell: (row) => <RowActions row={row} />,
}

interface ColumnsOf {
  /** Of all algorithms of the user. */
  readonly isAll: boolean
  /** Those of other users have no actions. */
  readonly isOwn: boolean
}

/** What it found comes before settings, so that it is visible without scrolling. */
export function optimizationColumns({ isAll, isOwn }: ColumnsOf): OptimizationColumn[] {
  return [
    {
      id: 'created',
      header: 'Created (UTC)',
      width: 128,
      pin: 'left',
      value: (row) => row.time,
      cell: (row) => <OptimizationLink row={row} isAll={isAll} />,
    },
    isAll ? ALGORITHM : VERSION,
    ...OUTCOME,
    ...SETTINGS,
    ...(isOwn ? [ACTIONS] : []),
  ]
}
