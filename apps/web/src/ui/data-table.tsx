import {
  createSortedRowModel,
  rowSortingFeature,
  type SortingState,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import { useVirtualizer } from '@tanstack/react-virtual'
import {
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
} from 'react'
import classes from './data-table.module.css'
import { rawFigure } from './raw-figure.ts'
import { useOverflowShadow } from './use-overflow-shadow.ts'

type SortValue = number | string | null

export interface Column<Row> {
  readonly id: string
  readonly header: ReactNode
  /** For screen readers when the header is not text. */
  readonly label?: string
  readonly width: number
  readonly isNumber?: boolean
  /** What the column is sorted by; without it the column is not sortable. Null comes last in both directions. */
  readonly value?: (row: Row) => SortValue
  readonly cell: (row: Row) => ReactNode
  /** Where the `value` is in the answers of the API; see `rawFigure`. */
  readonly field?: (row: Row) => string
  readonly pin?: 'left' | 'right'
}

interface DataTableProps<Row> {
  readonly label: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly rowKey: (row: Row) => string
  readonly onRow?: (row: Row) => void
  /** The row to scroll to and highlight; a new object scrolls again. */
  readonly marked?: { readonly key: string } | null
  readonly initialSort?: { readonly id: string; readonly desc: boolean }
  /** Height of the scroll area; by default the table grows with its rows up to 560 px. */
  readonly maxHeight?: number | string
  readonly rowHeight?: number
  /** Shown below the rows, inside the scroll area. */
  readonly footer?: ReactNode
  /** With it, the first column has checkboxes. */
  readonly selection?: Selection<Row>
}

export interface Selection<Row> {
  /** Keys of the selected rows. */
  readonly selected: ReadonlySet<string>
  readonly onChange: (selected: ReadonlySet<string>) => void
  /** What a row is called, for screen readers. */
  readonly nameOf: (row: Row) => string
}

const SELECTION_WIDTH = 34

const features = tableFeatures({ rowSortingFeature, sortedRowModel: createSortedRowModel() })
const EMPTY_SORT: SortingState = []

function compare(left: SortValue, right: SortValue): number {
  if (typeof left === 'number' && typeof right === 'number') return left - right
  return String(left).localeCompare(String(right), 'en', { numeric: true })
}

function ariaSort(sorted: false | 'asc' | 'desc'): 'none' | 'ascending' | 'descending' {
  if (sorted === false) return 'none'
  return sorted === 'asc' ? 'ascending' : 'descending'
}

/** A table of any length: only rows in view are rendered. A click on a header sorts; the header row is sticky. */
export function DataTable<Row extends object>(props: DataTableProps<Row>): ReactElement {
  const { label, columns, rows, rowKey, onRow, marked = null, initialSort } = props
  const { maxHeight = 560, rowHeight = 28, footer, selection } = props
  const scroll = useRef<HTMLDivElement>(null)
  useOverflowShadow(scroll)
  const [sorting, setSorting] = useState<SortingState>(initialSort === undefined ? EMPTY_SORT : [initialSort])
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
    onSortingChange: setSorting,
    getRowId: rowKey,
  })
  const sorted = table.getRowModel().rows
  // oxlint-disable-next-line react/incompatible-library -- the list is read in this component only, never memoized
  const virtual = useVirtualizer({
    count: sorted.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => rowHeight,
    overscan: 12,
    initialRect: { width: 1000, height: 560 },
  })
  const reveal = useEffectEvent((key: string) => {
    const index = sorted.findIndex(({ original }) => rowKey(original) === key)
    if (index >= 0) virtual.scrollToIndex(index, { align: 'center' })
  })
  useEffect(() => {
    if (marked !== null) reveal(marked.key)
  }, [marked])
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
                  data-number={column.isNumber || undefined}
                  data-pin={column.pin}
                  aria-sort={column.value === undefined ? undefined : ariaSort(order)}
                >
                  {column.value === undefined ? (
                    column.header
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
            return (
              <tr
                key={rowKey(row)}
                aria-rowindex={item.index + 2}
                style={{ height: rowHeight }}
                data-clickable={onRow !== undefined || undefined}
                data-marked={marked?.key === rowKey(row) || undefined}
                onClick={(event) => isPlainClick(event.target) && onRow?.(row)}
                onKeyDown={(event: KeyboardEvent) =>
                  event.key === 'Enter' && event.target === event.currentTarget && onRow?.(row)
                }
              >
                {selection === undefined ? null : (
                  <td className={classes['select']}>
                    <SelectBox row={row} rowKey={rowKey(row)} selection={selection} />
                  </td>
                )}
                {columns.map((column) => (
                  <td
                    key={column.id}
                    data-number={column.isNumber || undefined}
                    data-pin={column.pin}
                    {...rawFigure(column.field?.(row), column.value?.(row))}
                  >
                    {column.cell(row)}
                  </td>
                ))}
              </tr>
            )
          })}
          {after > 0 ? <Spacer height={after} /> : null}
        </tbody>
      </table>
      {footer}
    </div>
  )
}

interface SelectBoxProps<Row> {
  readonly row: Row
  readonly rowKey: string
  readonly selection: Selection<Row>
}

/** Selects one row, in a table or in cards. */
export function SelectBox<Row>({ row, rowKey, selection }: SelectBoxProps<Row>): ReactElement {
  const { selected, onChange, nameOf } = selection
  return (
    <label className={classes['box']}>
      <input
        type="checkbox"
        aria-label={`Select ${nameOf(row)}`}
        checked={selected.has(rowKey)}
        onChange={({ currentTarget: { checked } }) => {
          const next = new Set(selected)
          if (checked) next.add(rowKey)
          else next.delete(rowKey)
          onChange(next)
        }}
      />
    </label>
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

/** Clicks on links and buttons, and text selections, do not count as clicks on the row. */
function isPlainClick(target: EventTarget): boolean {
  if (target instanceof Element && target.closest('a, button, label, [role="menu"]') !== null) return false
  return getSelection()?.isCollapsed ?? true
}
