import { type Optimization, RETURN_OVER_DRAWDOWN, ROW_STATUSES } from '@tradeloom/contracts'
import type { ReactNode } from 'react'
import { useKey } from '../../../realtime/keyed-store.ts'
import { StatusBadge } from '../../../ui/badges.tsx'
import { formatNumber, formatPercent, formatPlain, formatSigned, NOTHING, signClass } from '../../../ui/format.ts'
import { SelectBox } from '../../../ui/select-box.tsx'
import { SparkLine } from '../../../ui/spark-line.tsx'
import type { Column } from '../../../ui/table-column.ts'
import { metricText, metricTitle } from '../charts/metric-name.ts'
import { externalValue } from '../rows/external-value.ts'
import type { OptimizationRows } from '../rows/optimization-rows.ts'
import { profitFactor } from './profit-factor.ts'
import type { ResultRow } from './result-row.ts'
import type { SortColumn } from './sort-keys.ts'
import type { Sparklines } from './use-sparklines.ts'

export interface TableContents {
  readonly optimization: Optimization
  readonly rows: OptimizationRows
  /** Rows on the Pareto front; empty with one objective. */
  readonly front: ReadonlySet<number>
  readonly curves: Sparklines
  readonly selected: ReadonlySet<number>
  readonly onSelect: (index: number, isSelected: boolean) => void
}

const ERRORED = ROW_STATUSES.indexOf('Errored')
const LIFECYCLES = ['Whole period', 'Broke off', 'Ended early']

type ResultColumn = Column<ResultRow>

/** `value` only says that a column can be sorted; the table sorts by columns of numbers. */
function sortable(id: SortColumn, header: string, width: number, cell: (row: number) => ReactNode): ResultColumn {
  return { id, header, width, isNumber: true, value: ({ index }) => index, cell: ({ row }) => cell(row) }
}

/** The columns of an optimization's table, one for each external. */
export function resultColumns(contents: TableContents): ResultColumn[] {
  const { rows, optimization, front, selected, onSelect } = contents
  const isErrored = (row: number): boolean => rows.status[row] === ERRORED
  const result = (cell: (row: number) => ReactNode) => (row: number) => (isErrored(row) ? NOTHING : cell(row))
  return [
    {
      id: 'select',
      header: <span className="visually-hidden">Selection</span>,
      label: 'Selection',
      width: 34,
      cell: ({ index }) => (
        <SelectBox
          name={`backtest ${index}`}
          isSelected={selected.has(index)}
          onChange={(isSelected) => onSelect(index, isSelected)}
        />
      ),
    },
    { ...sortable('index', 'Index', 60, (row) => formatPlain(rows.index[row])), pin: 'left' },
    ...rows.lattice.axes.map(({ name }, axis) =>
      sortable(`external:${axis}`, name, 84, (row) => formatPlain(externalValue(rows, row, axis))),
    ),
    sortable(
      'positionCount',
      'Position Count',
      106,
      result((row) => formatPlain(rows.positionCount[row])),
    ),
    sortable(
      'profit',
      'Profit',
      92,
      result((row) => <span className={signClass(rows.profit[row])}>{formatSigned(rows.profit[row])}</span>),
    ),
    sortable(
      'profitPercentage',
      'Profit (%)',
      84,
      result((row) => (
        <span className={signClass(rows.profitPercentage[row])}>{formatSigned(rows.profitPercentage[row])}</span>
      )),
    ),
    sortable(
      'maxDrawdownPercentage',
      'Max Drawdown',
      108,
      result((row) => formatPercent(rows.maxDrawdownPercentage[row])),
    ),
    {
      ...sortable(
        'profitFactor',
        RETURN_OVER_DRAWDOWN.name,
        132,
        result((row) => formatNumber(profitFactor(rows, row))),
      ),
      hint: RETURN_OVER_DRAWDOWN.meaning,
    },
    ...objectiveColumns(contents, result),
    ...(optimization.objectives.length > 1
      ? [sortable('pareto', 'Pareto', 70, (row) => (front.has(row) ? 'On front' : NOTHING))]
      : []),
    {
      id: 'curve',
      header: 'Equity Curve',
      width: 104,
      cell: ({ row, index }) => (
        <Curve curves={contents.curves} index={index} profitPercentage={rows.profitPercentage[row]} />
      ),
    },
    { id: 'lifecycle', header: 'Lifecycle', width: 98, cell: ({ row }) => LIFECYCLES[rows.status[row] ?? 0] },
    {
      id: 'status',
      header: 'Status',
      width: 150,
      value: ({ index }) => index,
      cell: (one) => statusCell(rows, one),
    },
  ]
}

/** Objectives that have no column of their own. */
function objectiveColumns(
  { rows, optimization }: TableContents,
  result: (cell: (row: number) => ReactNode) => (row: number) => ReactNode,
): ResultColumn[] {
  return optimization.objectives.flatMap(({ metric }, k) => {
    if (['profit', 'profitPercentage', 'maxDrawdown', 'maxDrawdownPercentage'].includes(metric)) return []
    const cell = (row: number): ReactNode => {
      const value = rows.objectives[k]?.[row] ?? NaN
      return Number.isNaN(value) ? NOTHING : metricText(metric, value)
    }
    return [sortable(`objective:${k}`, metricTitle(metric), 120, result(cell))]
  })
}

interface CurveProps {
  readonly curves: Sparklines
  readonly index: number
  readonly profitPercentage: number | undefined
}

function Curve({ curves, index, profitPercentage }: CurveProps): ReactNode {
  const values = useKey(curves, String(index))
  if (values === undefined || values.length === 0) return NOTHING
  return <SparkLine values={values} height={22} label={`Equity, ${formatPercent(profitPercentage, 2, true)}`} />
}

function statusCell(rows: OptimizationRows, { row, index }: ResultRow): ReactNode {
  const status = ROW_STATUSES[rows.status[row] ?? 0] ?? 'Completed'
  if (status === 'Errored') {
    const message = rows.errors.get(index) ?? 'The script ended with an error'
    return (
      <span title={message}>
        <StatusBadge status={status} /> <span className="muted">{message}</span>
      </span>
    )
  }
  const duplicate = rows.duplicateOf[row] ?? -1
  return (
    <span>
      <StatusBadge status={status} />
      {duplicate >= 0 ? <span className="muted">{` same as ${duplicate}`}</span> : null}
    </span>
  )
}
