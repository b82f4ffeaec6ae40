import {
  createSortedRowModel,
  rowSortingFeature,
  type SortingState,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import { useCallbackRef } from '@mantine/hooks'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactElement, type ReactNode, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import classes from './data-table.module.css'
import type { Column, SortValue } from './table-column.ts'
import { RowCards } from './row-cards.tsx'
import { TableRow } from './table-row.tsx'
import { useIsNarrow } from './use-is-narrow.ts'
import { useRangeSelection } from './use-range-selection.ts'
import { useOverflowShadow } from './use-overflow-shadow.ts'

interface DataTableProps<Row> {
  readonly label: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly rowKey: (row: Row) => string
  readonly onRow?: (row: Row) => void
  /** Del was pressed in a row; rows can then be clicked to have the focus. */
  readonly onDelete?: (row: Row) => void
  /** Rows that stay on top, however the others are sorted. */
  readonly isPinned?: (row: Row) => boolean
  /** The row to scroll to and highlight; a new object scrolls again. */
  readonly marked?: { readonly key: string } | null
  readonly initialSort?: Sort
  /** With `onSort`, what the rows are sorted by, first by the first; columns that there are not are ignored. */
  readonly sort?: readonly Sort[]
  readonly onSort?: (sort: readonly Sort[]) => void
  /** Height of the scroll area; by default the table grows with its rows up to 560 px. */
  readonly maxHeight?: number | string
  readonly rowHeight?: number
  /** Shown below the rows, inside the scroll area. */
  readonly footer?: ReactNode
  /** With it, the first column has checkboxes. */
  readonly selection?: Selection<Row>
  /** Narrow screens show a card for each row, in the order given. */
  readonly hasCards?: boolean
}

export interface Sort {
  readonly id: string
  readonly desc: boolean
}

export interface Selection<Row> {
  /** Keys of the selected rows. */
  readonly selected: ReadonlySet<string>
  readonly onChange: (selected: ReadonlySet<string>) => void
  /** What a row is called, for screen readers. */
  readonly nameOf: (row: Row) => string
}

const SELECTION_WIDTH = 34
/** Rows kept ready above and below those in view. */
const OVERSCAN = 8

const features = tableFeatures({ rowSortingFeature, sortedRowModel: createSortedRowModel() })
const EMPTY_SORT: readonly Sort[] = []

/** The library complains of columns that it does not know, such as hidden ones. */
function sortable<Row>(sorts: readonly Sort[], columns: readonly Column<Row>[]): SortingState {
  return sorts.filter(({ id }) => columns.some((column) => column.id === id && column.value !== undefined))
}

function compare(left: SortValue, right: SortValue): number {
  if (typeof left === 'number' && typeof right === 'number') return left - right
  return String(left).localeCompare(String(right), 'en', { numeric: true })
}

function pinnedFirst<Item>(items: readonly Item[], isPinned: (item: Item) => boolean): Item[] {
  return items.toSorted((a, b) => Number(isPinned(b)) - Number(isPinned(a)))
}

function ariaSort(sorted: false | 'asc' | 'desc'): 'none' | 'ascending' | 'descending' {
  if (sorted === false) return 'none'
  return sorted === 'asc' ? 'ascending' : 'descending'
}

/** A table of any length: only rows in view are rendered. A click on a header sorts; the header row is sticky. */
export function DataTable<Row extends object>({ hasCards = false, ...props }: DataTableProps<Row>): ReactElement {
  const isNarrow = useIsNarrow()
  if (!hasCards || !isNarrow) return <Rows {...props} />
  const { rows, isPinned } = props
  return <RowCards {...props} rows={isPinned === undefined ? rows : pinnedFirst(rows, isPinned)} />
}

function Rows<Row extends object>(props: Omit<DataTableProps<Row>, 'hasCards'>): ReactElement {
  const { label, columns, rows, rowKey, onRow, onDelete, isPinned, marked = null, initialSort, sort, onSort } = props
  const { maxHeight = 560, rowHeight = 28, footer, selection } = props
  const scroll = useRef<HTMLDivElement>(null)
  useOverflowShadow(scroll)
  const [ownSort, setOwnSort] = useState<readonly Sort[]>(initialSort === undefined ? EMPTY_SORT : [initialSort])
  const sorting = useMemo(() => sortable(sort ?? ownSort, columns), [sort, ownSort, columns])
  const definitions = useMemo(
    () =>
      columns.map(({ id, value }) => ({
        id,
        // The table library sorts undefined last in both directions.
        accessorFn: (row: Row) => value?.(row) ?? undefined,
        enableSorting: value !== undefined,
        sortUndefined: 'last' as const,
        sortFn: (left: { getValue(id: string): unknown }, right: { getValue(id: string): unknown }) =>
          compare(left.getValue(id) as SortValue, right.getValue(id) as SortValue),
      })),
    [columns],
  )
  const table = useTable({
    features,
    columns: definitions,
    data: rows,
    state: { sorting },
    onSortingChange: (change) => (onSort ?? setOwnSort)(typeof change === 'function' ? change(sorting) : change),
    getRowId: rowKey,
  })
  const all = table.getRowModel().rows
  const sorted = isPinned === undefined ? all : pinnedFirst(all, ({ original }) => isPinned(original))
  // oxlint-disable-next-line react/incompatible-library -- the list is read in this component only, never memoized
  const virtual = useVirtualizer({
    count: sorted.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => rowHeight,
    overscan: OVERSCAN,
    initialRect: { width: 1000, height: 560 },
  })
  const reveal = useEffectEvent((key: string) => {
    const index = sorted.findIndex(({ original }) => rowKey(original) === key)
    if (index >= 0) virtual.scrollToIndex(index, { align: 'center' })
  })
  useEffect(() => {
    if (marked !== null) reveal(marked.key)
  }, [marked])
  const open = useCallbackRef(onRow)
  const remove = useCallbackRef(onDelete)
  const select = useRangeSelection(selection, () => sorted.map(({ id }) => id))
  const items = virtual.getVirtualItems()
  const before = items[0]?.start ?? 0
  const after = virtual.getTotalSize() - (items.at(-1)?.end ?? 0)
  const width = columns.reduce((sum, column) => sum + column.width, selection === undefined ? 0 : SELECTION_WIDTH)

  return (
    <div ref={scroll} className={classes['scroll']} style={{ maxHeight }} tabIndex={0} role="group" aria-label={label}>
      <table
        className={classes['table']}
        style={{ minWidth: width }}
        aria-label={label}
        aria-rowcount={rows.length + 1}
      >
        <colgroup>
          {selection === undefined ? null : <col style={{ width: SELECTION_WIDTH }} />}
          {columns.map(({ id, width: columnWidth }) => (
            <col key={id} style={{ width: columnWidth }} />
          ))}
        </colgroup>
        <thead>
          <tr aria-rowindex={1}>
            {selection === undefined ? null : <SelectAll rows={rows} rowKey={rowKey} selection={selection} />}
            {columns.map((column) => {
              const state = table.getColumn(column.id)
              const order = state?.getIsSorted() ?? false
              const arrow = order === false ? '' : order === 'asc' ? ' ↑' : ' ↓'
              return (
                <th
                  key={column.id}
                  scope="col"
                  aria-label={column.label}
                  title={column.hint}
                  data-number={column.isNumber || undefined}
                  data-pin={column.pin}
                  aria-sort={column.value === undefined ? undefined : ariaSort(order)}
                >
                  {column.value === undefined ? (
                    <HeaderText column={column} />
                  ) : (
                    <button type="button" onClick={state?.getToggleSortingHandler()}>
                      {column.header}
                      <span aria-hidden>{arrow}</span>
                    </button>
                  )}
                </th>
              )
            })}
          </tr>
        </thead>
        <tbody>
          {before > 0 ? <Spacer height={before} /> : null}
          {items.map((item) => {
            const row = sorted[item.index]?.original
            if (row === undefined) return null
            const key = rowKey(row)
            return (
              <TableRow
                key={key}
                row={row}
                rowKey={key}
                index={item.index}
                height={rowHeight}
                columns={columns}
                isMarked={marked?.key === key}
                onOpen={onRow === undefined ? null : open}
                onDelete={onDelete === undefined ? null : remove}
                name={selection?.nameOf(row)}
                isSelected={selection?.selected.has(key) ?? false}
                onSelect={select}
              />
            )
          })}
          {after > 0 ? <Spacer height={after} /> : null}
        </tbody>
      </table>
      {footer}
    </div>
  )
}

interface SelectAllProps<Row> {
  readonly rows: readonly Row[]
  readonly rowKey: (row: Row) => string
  readonly selection: Selection<Row>
}

function SelectAll<Row>({ rows, rowKey, selection }: SelectAllProps<Row>): ReactElement {
  const { selected, onChange } = selection
  const count = rows.filter((row) => selected.has(rowKey(row))).length
  const isAll = count > 0 && count === rows.length
  return (
    <th scope="col" className={classes['select']} aria-label="Selection">
      <label className={classes['box']}>
        <input
          type="checkbox"
          aria-label="Select all"
          checked={isAll}
          ref={(box) => {
            if (box !== null) box.indeterminate = count > 0 && !isAll
          }}
          onChange={() => onChange(new Set(isAll ? [] : rows.map(rowKey)))}
        />
      </label>
    </th>
  )
}

function Spacer({ height }: { readonly height: number }): ReactElement {
  return <tr aria-hidden style={{ height }} className={classes['spacer']} />
}

/** A column of buttons has no header to see. */
function HeaderText<Row>({ column: { header, label } }: { readonly column: Column<Row> }): ReactNode {
  return header === '' ? <span className="visually-hidden">{label}</span> : header
}
