import type { Backtest } from '@tradeloom/contracts'
import { Link } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { externalsText, intervalLabel, resolutionLabel } from '../backtest-labels.ts'
import type { Column } from '../../../ui/data-table.tsx'
import {
  formatDay,
  formatDays,
  formatLastDay,
  formatMinute,
  formatNumber,
  formatSigned,
  signClass,
} from '../../../ui/format.ts'
import classes from './backtest-list.module.css'
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

const MARKET: Column<Backtest>[] = [
  {
    id: 'symbol',
    header: 'Symbol',
    width: 96,
    value: (row) => row.symbol,
    cell: (row) => <MarketsCell row={row} />,
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
]

const SETTINGS: Column<Backtest>[] = [
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
    cell: (row) => <span title={externalsText(row.externals)}>{externalsText(row.externals) || '–'}</span>,
  },
]

const RESULT: Column<Backtest>[] = [
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
  amount('maxDrawdown', 'Maximum Drawdown (%)', 152, (row) => row.maxDrawdownPercentage),
  amount('profitFactor', 'Profit Factor', 92, (row) => row.profitFactor),
  amount('equity', 'Closing Equity', 104, (row) => row.equity),
  amount('positionCount', 'Position Count', 104, (row) => row.positionCount, 0),
]

/** Results come before settings, so that they are visible without scrolling. */
export function backtestColumns(isAll: boolean): Column<Backtest>[] {
  return [
    {
      id: 'created',
      header: 'Created (UTC)',
      width: 128,
      pin: 'left',
      value: (row) => row.time,
      cell: (row) => <ResultLink row={row} isAll={isAll} />,
    },
    ...(isAll
      ? [
          {
            id: 'algorithm',
            header: 'Algorithm',
            width: 160,
            value: (row: Backtest) => row.algorithmName,
            cell: (row: Backtest) => (
              <Link to="/algorithms/$algorithmId/backtest" params={{ algorithmId: row.algorithmId }}>
                {row.algorithmName}
              </Link>
            ),
          },
        ]
      : []),
    {
      id: 'version',
      header: 'Algorithm Version',
      width: 118,
      value: (row) => row.displayVersionNo,
      cell: (row) => row.displayVersionNo,
    },
    ...MARKET,
    ...RESULT,
    ...SETTINGS,
    amount('initialBalance', 'Initial Balance', 104, (row) => row.initialBalance),
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
