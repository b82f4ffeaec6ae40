import type { Optimization } from '@tradeloom/contracts'
import { Link } from '@tanstack/react-router'
import { formatSigned, NOTHING, signClass } from '../../../ui/format.ts'
import type { Column } from '../../../ui/table-column.ts'
import { actionsColumn, createdColumn, RUN_COLUMNS } from '../../../entities/runs/run-columns.tsx'
import { OPTIMIZATIONS } from '../optimization-kind.ts'
import { externalsSettingsText, strategyLabel } from '../optimization-labels.ts'
import { StarButton } from '../star-button.tsx'
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

const STAR: OptimizationColumn = {
  id: 'star',
  header: <span className="visually-hidden">Star</span>,
  label: 'Star',
  width: 40,
  value: (row) => (row.starred ? 0 : 1),
  cell: (row) => <StarButton row={row} />,
}

const { version, start, end, interval, resolution, broker, initialBalance, user } = RUN_COLUMNS

interface ColumnsOf {
  /** Of all algorithms of the user. */
  readonly isAll: boolean
  /** Those of other users have no actions. */
  readonly isOwn: boolean
}

/** What it found comes before settings, so that it is visible without scrolling. */
export function optimizationColumns({ isAll, isOwn }: ColumnsOf): OptimizationColumn[] {
  return [
    createdColumn(OPTIMIZATIONS, isAll),
    isAll ? ALGORITHM : { ...version, width: 118 },
    ...(isOwn ? [STAR] : []),
    ...OUTCOME,
    start,
    end,
    interval,
    resolution,
    broker,
    { ...initialBalance, width: 104 },
    user,
    ...(isOwn ? [actionsColumn<Optimization>((row) => <RowActions row={row} />)] : []),
  ]
}
