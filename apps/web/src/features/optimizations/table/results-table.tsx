import { Switch } from '@mantine/core'
import type { Optimization } from '@tradeloom/contracts'
import { type PointerEvent, type ReactElement, useCallback, useMemo, useState } from 'react'
import { formatCount, formatPlain } from '../../../ui/format.ts'
import { Panel } from '../../../ui/panel.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { WindowTable, type WindowSort } from '../../../ui/window-table.tsx'
import { withKey } from '../../../ui/with-key.ts'
import type { OptimizationRows } from '../rows/optimization-rows.ts'
import { paretoRows } from '../rows/pareto-rows.ts'
import { brushedRows, highlight, type RowSelection } from '../rows/row-selection.ts'
import { resultColumns } from './result-columns.tsx'
import type { ResultRow } from './result-row.ts'
import { SelectedRows } from './selected-rows.tsx'
import { shownRows } from './shown-rows.ts'
import { type SortColumn, sortKeys } from './sort-keys.ts'
import { useRowOrder } from './use-row-order.ts'
import { useSparklines } from './use-sparklines.ts'

interface ResultsTableProps {
  readonly optimization: Optimization
  readonly rows: OptimizationRows
  /** More rows are on their way. */
  readonly isLoading: boolean
  /** Shared with the charts: only brushed rows are listed. */
  readonly selection: RowSelection
  /** Opens the full backtest of a row; gets its index. */
  readonly onOpenRow: (index: number) => void
}

const ROW_HEIGHT = 28
const BEST_FIRST: WindowSort = { id: 'objective:0', desc: true }
const NO_ROWS: ReadonlySet<number> = new Set()

/** Every backtest of an optimization, however many there are. */
export function ResultsTable(props: ResultsTableProps): ReactElement {
  const { optimization, rows, isLoading, selection, onOpenRow } = props
  const [hasDuplicates, setDuplicates] = useState(false)
  const [selected, setSelected] = useState<ReadonlySet<number>>(NO_ROWS)
  const select = useCallback(
    (index: number, isSelected: boolean): void => setSelected((before) => withKey(before, index, isSelected)),
    [],
  )
  const [sort, setSort] = useState<WindowSort>(() => firstSort(optimization))
  const [range, setRange] = useState({ from: 0, to: 0 })
  const conditions = selection((state) => state.conditions)
  const front = useMemo(
    () => (optimization.objectives.length > 1 ? new Set(paretoRows(rows, optimization.objectives)) : NO_ROWS),
    // oxlint-disable-next-line react/exhaustive-deps -- the objectives of an optimization never change
    [rows],
  )
  const request = useMemo(() => {
    const shown = shownRows(rows, brushedRows(rows, conditions), hasDuplicates)
    return { keys: sortKeys(rows, sort.id as SortColumn, front), rows: shown, desc: sort.desc }
  }, [rows, conditions, hasDuplicates, sort, front])
  const order = useRowOrder(request)
  const visible = [...order.subarray(range.from, range.to)].map((row) => rows.index[row] ?? 0)
  const curves = useSparklines(optimization.id, visible)
  // Columns and rows stay the same while the table is scrolled: only rows that come into view are drawn.
  const columns = useMemo(
    () => resultColumns({ optimization, rows, front, curves, selected, onSelect: select }),
    [optimization, rows, front, curves, selected, select],
  )
  const [known] = useState(() => new Map<number, ResultRow>())
  const hidden = useMemo(() => rows.count - shownCount(rows), [rows])

  const rowAt = (place: number): ResultRow | undefined => {
    const row = order[place]
    if (row === undefined) return undefined
    const index = rows.index[row] ?? 0
    const before = known.get(row)
    if (before?.index === index) return before
    const next = { row, index }
    known.set(row, next)
    return next
  }
  /** The charts show the row under the pointer. */
  const onPointer = ({ target }: PointerEvent): void => {
    const row = target instanceof Element ? target.closest('tr')?.getAttribute('aria-rowindex') : null
    highlight(selection, rowAt(Number(row ?? 0) - 2)?.index ?? null)
  }
  return (
    <>
      <Panel
        title="Backtests"
        detail={detailText({ optimization, rows, isLoading, shown: order.length, hidden: hasDuplicates ? 0 : hidden })}
        flush
        actions={
          <Switch
            size="xs"
            label="Show duplicates"
            title="Backtests that traded in exactly the same way as an earlier one"
            checked={hasDuplicates}
            onChange={({ currentTarget }) => setDuplicates(currentTarget.checked)}
          />
        }
      >
        {order.length === 0 ? (
          <EmptyState title="No matches" text="No backtest is within what is brushed in the charts." />
        ) : (
          <div onPointerMove={onPointer} onPointerLeave={() => highlight(selection, null)}>
            <WindowTable
              label="Backtests"
              columns={columns}
              total={order.length}
              rowAt={rowAt}
              rowKey={({ index }) => String(index)}
              onRange={(from, to) => setRange({ from, to })}
              sort={sort}
              onSort={setSort}
              onRow={({ index }) => onOpenRow(index)}
              rowHeight={ROW_HEIGHT}
            />
          </div>
        )}
      </Panel>
      <SelectedRows optimization={optimization} rows={rows} indexes={[...selected]} onChange={setSelected} />
    </>
  )
}

interface Counts extends Pick<ResultsTableProps, 'optimization' | 'rows' | 'isLoading'> {
  readonly shown: number
  readonly hidden: number
}

function detailText({ optimization, rows, isLoading, shown, hidden }: Counts): string {
  // Before all are here, nobody knows which is the best.
  if (isLoading) return `Reading: ${formatPlain(rows.count)} of ${formatCount(optimization.done, 'backtest')}`
  return `${formatCount(shown, 'backtest')}${hidden > 0 ? ` · ${formatCount(hidden, 'duplicate')} hidden` : ''}`
}

/** The best of the first objective comes first; profit has a column of its own. */
function firstSort({ objectives: [first] }: Optimization): WindowSort {
  if (first === undefined) return BEST_FIRST
  const own: Readonly<Record<string, string>> = {
    profit: 'profit',
    profitPercentage: 'profitPercentage',
    maxDrawdown: 'maxDrawdownPercentage',
    maxDrawdownPercentage: 'maxDrawdownPercentage',
  }
  return { id: own[first.metric] ?? 'objective:0', desc: first.better === 'higher' }
}

function shownCount({ duplicateOf }: OptimizationRows): number {
  return duplicateOf.reduce((count, original) => (original < 0 ? count + 1 : count), 0)
}
