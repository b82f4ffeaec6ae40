import { useCallbackRef } from '@mantine/hooks'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactElement, useEffect, useEffectEvent, useRef } from 'react'
import type { Column } from './table-column.ts'
import classes from './data-table.module.css'
import { TableRow } from './table-row.tsx'
import { useOverflowShadow } from './use-overflow-shadow.ts'

export interface WindowSort {
  readonly id: string
  readonly desc: boolean
}

interface WindowTableProps<Row> {
  readonly label: string
  readonly columns: readonly Column<Row>[]
  /** Rows of the whole table. */
  readonly total: number
  /** Undefined until it is loaded. */
  readonly rowAt: (index: number) => Row | undefined
  readonly rowKey: (row: Row) => string
  /** The rows in view; `to` is exclusive. */
  readonly onRange: (from: number, to: number) => void
  /** Columns with a `value` can be sorted; the server does it. */
  readonly sort: WindowSort
  readonly onSort: (sort: WindowSort) => void
  readonly onRow?: (row: Row) => void
  /** The row to scroll to and highlight; a new object scrolls again. */
  readonly marked?: { readonly key: string; readonly index: number } | null
  readonly maxHeight?: number
  readonly rowHeight?: number
}

/** A table of any length whose rows are sorted by the server and loaded when they come into view. */
export function WindowTable<Row extends object>(props: WindowTableProps<Row>): ReactElement {
  const { label, columns, total, rowAt, rowKey, onRange, sort, onSort, onRow, marked = null } = props
  const { maxHeight = 560, rowHeight = 28 } = props
  const scroll = useRef<HTMLDivElement>(null)
  useOverflowShadow(scroll)
  // oxlint-disable-next-line react/incompatible-library -- the list is read in this component only, never memoized
  const virtual = useVirtualizer({
    count: total,
    getScrollElement: () => scroll.current,
    estimateSize: () => rowHeight,
    overscan: 12,
    initialRect: { width: 1000, height: 560 },
  })
  const reveal = useEffectEvent((index: number) => virtual.scrollToIndex(index, { align: 'center' }))
  useEffect(() => {
    if (marked !== null) reveal(marked.index)
  }, [marked])
  const open = useCallbackRef(onRow)
  const items = virtual.getVirtualItems()
  const [from, to] = [items[0]?.index ?? 0, (items.at(-1)?.index ?? -1) + 1]
  const tellRange = useEffectEvent(onRange)
  useEffect(() => tellRange(from, to), [from, to])
  const before = items[0]?.start ?? 0
  const after = virtual.getTotalSize() - (items.at(-1)?.end ?? 0)
  const width = columns.reduce((sum, column) => sum + column.width, 0)
  return (
    <div ref={scroll} className={classes['scroll']} style={{ maxHeight }} tabIndex={0} role="group" aria-label={label}>
      <table className={classes['table']} style={{ minWidth: width }} aria-label={label} aria-rowcount={total + 1}>
        <colgroup>
          {columns.map((column) => (
            <col key={column.id} style={{ width: column.width }} />
          ))}
        </colgroup>
        <thead>
          <tr aria-rowindex={1}>
            {columns.map((column) => (
              <HeaderCell key={column.id} column={column} sort={sort} onSort={onSort} />
            ))}
          </tr>
        </thead>
        <tbody>
          {before > 0 ? <tr aria-hidden style={{ height: before }} className={classes['spacer']} /> : null}
          {items.map(({ index }) => {
            const row = rowAt(index)
            return row === undefined ? (
              <tr key={`row ${index}`} aria-rowindex={index + 2} style={{ height: rowHeight }}>
                <td colSpan={columns.length} className="muted">
                  …
                </td>
              </tr>
            ) : (
              <TableRow
                key={rowKey(row)}
                row={row}
                rowKey={rowKey(row)}
                index={index}
                height={rowHeight}
                columns={columns}
                isMarked={marked?.key === rowKey(row)}
                onOpen={onRow === undefined ? null : open}
                isFocusable={onRow !== undefined}
              />
            )
          })}
          {after > 0 ? <tr aria-hidden style={{ height: after }} className={classes['spacer']} /> : null}
        </tbody>
      </table>
    </div>
  )
}

interface HeaderCellProps<Row> {
  readonly column: Column<Row>
  readonly sort: WindowSort
  readonly onSort: (sort: WindowSort) => void
}

function HeaderCell<Row>({ column, sort, onSort }: HeaderCellProps<Row>): ReactElement {
  const { id, header, label, hint, isNumber, pin, value } = column
  const isSorted = sort.id === id
  const order = !isSorted ? 'none' : sort.desc ? 'descending' : 'ascending'
  return (
    <th
      scope="col"
      aria-label={label}
      title={hint}
      data-number={isNumber || undefined}
      data-pin={pin}
      aria-sort={value === undefined ? undefined : order}
    >
      {value === undefined ? (
        header
      ) : (
        // Numbers are first sorted from the largest, as in other tables.
        <button type="button" onClick={() => onSort({ id, desc: isSorted ? !sort.desc : isNumber === true })}>
          {header}
          <span aria-hidden>{isSorted ? (sort.desc ? ' ↓' : ' ↑') : ''}</span>
        </button>
      )}
    </th>
  )
}
