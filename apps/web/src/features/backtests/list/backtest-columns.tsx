import type { Backtest } from '@tradeloom/contracts'
import { Link } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { externalsText, intervalLabel, resolutionLabel } from '../backtest-labels.ts'
import type { Column } from '../../../ui/table-column.ts'
import {
  formatDay,
  formatDays,
  formatLastDay,
  formatMinute,
  formatNumber,
  formatPercent,
  formatSigned,
  NOTHING,
  signClass,
} from '../../../ui/format.ts'
import classes from './backtest-list.module.css'
import { SparkLine } from '../../../ui/spark-line.tsx'
import { StarButton } from '../star-button.tsx'
import { type DifferingExternals, tellingExternals } from './differing-externals.ts'
import { RowActions } from './row-actions.tsx'
import { StatusCell } from './status-cell.tsx'

/** Link to the result: inside its algorithm, or in the list of all backtests. */
export function ResultLink({ row, isAll }: { readonly row: Backtest; readonly isAll: boolean }): ReactElement {
  const text = formatMinute(row.time)
  return isAll ? (
    <Link to="/backtests/$backtestId" params={{ backtestId: row.id }}>
      {text}
    </Link>
  ) : (
    <Link
      to="/algorithms/$algorithmId/backtest/$backtestId"
      params={{ algorithmId: row.algorithmId, backtestId: row.id }}
    >
      {text}
    </Link>
  )
}

function amount(id: string, header: string, width: number, read: (row: Backtest) => number | null, decimals = 2) {
  return { id, header, width, isNumber: true, value: read, cell: (row: Backtest) => formatNumber(read(row), decimals) }
}

/** The instrument of a run, and how many others its script traded. */
export function MarketsCell({ row }: { readonly row: Pick<Backtest, 'symbol' | 'markets'> }): ReactElement {
  if (row.markets.length === 0) return <strong>{row.symbol}</strong>
  const others = row.markets.join(', ')
  return (
    <span title={`Also traded: ${others}`}>
      <strong>{row.symbol}</strong> <span aria-hidden className="muted">{`+${row.markets.length}`}</span>
      <span className="visually-hidden">{`, also traded: ${others}`}</span>
    </span>
  )
}

type BacktestColumn = Column<Backtest>

const SYMBOL: BacktestColumn[] = [
  {
    id: 'symbol',
    header: 'Symbol',
    width: 96,
    value: (row) => row.symbol,
    cell: (row) => <MarketsCell row={row} />,
  },
]

const BROKER: BacktestColumn[] = [
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
]

const settings = (differing: DifferingExternals): BacktestColumn[] => [
  { id: 'start', header: 'Start', width: 88, value: (row) => row.start, cell: (row) => formatDay(row.start) },
  { id: 'end', header: 'End', width: 88, value: (row) => row.end, cell: (row) => formatLastDay(row.end) },
  {
    id: 'duration',
    header: 'Duration',
    width: 82,
    isNumber: true,
    value: (row) => Date.parse(row.end) - Date.parse(row.start),
    cell: (row) => formatDays(row.start, row.end),
  },
  {
    id: 'interval',
    header: 'Interval',
    width: 68,
    cell: (row) => intervalLabel(row.interval),
  },
  { id: 'resolution', header: 'Resolution', width: 76, cell: (row) => resolutionLabel(row) },
  {
    id: 'externals',
    header: 'Externals',
    width: 150,
    cell: (row) => (
      <span title={externalsText(row.externals)}>{externalsText(tellingExternals(row, differing)) || NOTHING}</span>
    ),
  },
]

const RESULT: BacktestColumn[] = [
  {
    id: 'status',
    header: 'Status',
    width: 146,
    value: (row) => row.status,
    cell: (row) => <StatusCell row={row} />,
  },
  {
    id: 'profit',
    header: 'Profit (%)',
    width: 86,
    isNumber: true,
    value: (row) => row.profitPercentage,
    cell: (row) => <span className={signClass(row.profitPercentage)}>{formatSigned(row.profitPercentage)}</span>,
  },
  amount('maxDrawdown', 'Maximum Drawdown (%)', 104, (row) => row.maxDrawdownPercentage),
  amount('profitFactor', 'Profit Factor', 72, (row) => row.profitFactor),
  amount('equity', 'Closing Equity', 92, (row) => row.equity),
  amount('positionCount', 'Position Count', 78, (row) => row.positionCount, 0),
]

const CURVE: BacktestColumn = {
  id: 'sparkline',
  header: 'Equity',
  width: 92,
  cell: (row) =>
    row.sparkline === null ? NOTHING : <SparkLine values={row.sparkline} height={22} label={curveLabel(row)} />,
}

const curveLabel = ({ profitPercentage }: Backtest): string => `Equity, ${formatPercent(profitPercentage, 2, true)}`

const NOTE: BacktestColumn = {
  id: 'note',
  header: 'Note',
  width: 160,
  cell: (row) => <span title={row.note ?? undefined}>{row.note || NOTHING}</span>,
}

const ALGORITHM: BacktestColumn = {
  id: 'algorithm',
  header: 'Algorithm',
  width: 160,
  value: (row) => row.algorithmName,
  cell: (row) => (
    <Link to="/algorithms/$algorithmId/backtest" params={{ algorithmId: row.algorithmId }}>
      {row.algorithmName}
    </Link>
  ),
}

interface ColumnsOf {
  /** Of all algorithms of the user. */
  readonly isAll: boolean
  /** Stars and notes are the owner's. */
  readonly isOwn: boolean
  readonly differing: DifferingExternals
}

/** Results come before settings, so that they are visible without scrolling. */
export function backtestColumns({ isAll, isOwn, differing }: ColumnsOf): BacktestColumn[] {
  return [
    {
      id: 'created',
      header: 'Created (UTC)',
      width: 128,
      pin: 'left',
      value: (row) => row.time,
      cell: (row) => <ResultLink row={row} isAll={isAll} />,
    },
    ...(isOwn ? [STAR] : []),
    ...(isAll ? [ALGORITHM] : []),
    {
      id: 'version',
      header: 'Algorithm Version',
      width: 82,
      value: (row) => row.displayVersionNo,
      cell: (row) => row.displayVersionNo,
    },
    ...SYMBOL,
    ...RESULT,
    CURVE,
    ...settings(differing),
    ...BROKER,
    amount('initialBalance', 'Initial Balance', 92, (row) => row.initialBalance),
    ...(isOwn ? [NOTE] : []),
    { id: 'user', header: 'User', width: 92, value: (row) => row.username, cell: (row) => row.username },
    {
      id: 'actions',
      header: <span className="visually-hidden">Actions</span>,
      width: 44,
      pin: 'right',
      cell: (row) => <RowActions row={row} />,
    },
  ]
}

const STAR: BacktestColumn = {
  id: 'star',
  header: <span className="visually-hidden">Star</span>,
  label: 'Star',
  width: 40,
  value: (row) => (row.starred ? 0 : 1),
  cell: (row) => <StarButton row={row} />,
}

/** Columns that cannot be hidden: without them, a row has no identity. */
const ALWAYS = ['created', 'symbol', 'status', 'actions']

/** The columns that can be hidden, with their names. */
export function optionalColumns(columns: readonly BacktestColumn[]): { id: string; name: string }[] {
  return columns
    .filter(({ id }) => !ALWAYS.includes(id))
    .map(({ id, header, label }) => ({ id, name: label ?? (typeof header === 'string' ? header : id) }))
}
