import { type Backtest, RETURN_OVER_DRAWDOWN } from '@tradeloom/contracts'
import { Link } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { externalsText } from '../../../entities/runs/run-labels.ts'
import type { Column } from '../../../ui/table-column.ts'
import { formatDays, formatNumber, formatPercent, formatSigned, NOTHING, signClass } from '../../../ui/format.ts'
import { actionsColumn, createdColumn, RUN_COLUMNS } from '../../../entities/runs/run-columns.tsx'
import { BACKTESTS } from '../backtest-kind.ts'
import { SparkLine } from '../../../ui/spark-line.tsx'
import { StarButton } from '../star-button.tsx'
import { type DifferingExternals, tellingExternals } from './differing-externals.ts'
import { RowActions } from './row-actions.tsx'
import { StatusCell } from './status-cell.tsx'

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

interface ExternalsCellProps {
  readonly row: Pick<Backtest, 'algorithmId' | 'externals'>
  readonly differing: DifferingExternals
}

/** All externals of a run, those first that tell it from the others of its algorithm. */
export function ExternalsCell({ row, differing }: ExternalsCellProps): ReactElement {
  const telling = tellingExternals(row, differing)
  const others = Object.entries(row.externals).filter(([name]) => !Object.hasOwn(telling, name))
  const [first, rest] = [externalsText(telling), externalsText(Object.fromEntries(others))]
  if (first === '' && rest === '') return <>{NOTHING}</>
  return (
    <span title={externalsText(row.externals)}>
      {first}
      {first !== '' && rest !== '' ? ', ' : null}
      {rest === '' ? null : <span className="muted">{rest}</span>}
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

const settings = (differing: DifferingExternals): BacktestColumn[] => [
  RUN_COLUMNS.start,
  RUN_COLUMNS.end,
  {
    id: 'duration',
    header: 'Duration',
    width: 82,
    isNumber: true,
    value: (row) => Date.parse(row.end) - Date.parse(row.start),
    cell: (row) => formatDays(row.start, row.end),
  },
  RUN_COLUMNS.interval,
  RUN_COLUMNS.resolution,
  {
    id: 'externals',
    header: 'Externals',
    width: 150,
    cell: (row) => <ExternalsCell row={row} differing={differing} />,
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
  {
    ...amount('profitFactor', RETURN_OVER_DRAWDOWN.name, 84, (row) => row.profitFactor),
    hint: RETURN_OVER_DRAWDOWN.meaning,
  },
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
  /** Stars, notes and actions are the owner's. */
  readonly isOwn: boolean
  readonly differing: DifferingExternals
}

/** Results come before settings, so that they are visible without scrolling. */
export function backtestColumns({ isAll, isOwn, differing }: ColumnsOf): BacktestColumn[] {
  return [
    createdColumn(BACKTESTS, isAll),
    ...(isOwn ? [STAR] : []),
    ...(isAll ? [ALGORITHM] : []),
    RUN_COLUMNS.version,
    ...SYMBOL,
    ...RESULT,
    CURVE,
    ...settings(differing),
    RUN_COLUMNS.broker,
    RUN_COLUMNS.initialBalance,
    ...(isOwn ? [NOTE] : []),
    RUN_COLUMNS.user,
    ...(isOwn ? [actionsColumn<Backtest>((row) => <RowActions row={row} />)] : []),
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
