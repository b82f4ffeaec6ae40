import { type KeyboardEvent, memo, type ReactElement } from 'react'
import classes from './data-table.module.css'
import { rawFigure } from './raw-figure.ts'
import { SelectBox } from './select-box.tsx'
import type { Column } from './table-column.ts'

interface TableRowProps<Row> {
  readonly row: Row
  readonly rowKey: string
  /** Its place among all rows, from 0. */
  readonly index: number
  readonly height: number
  readonly columns: readonly Column<Row>[]
  readonly isMarked: boolean
  /** Null if rows lead nowhere. Functions must stay the same, or rows render whenever their table does. */
  readonly onOpen: ((row: Row) => void) | null
  readonly onDelete?: ((row: Row) => void) | null
  /** Whether the keyboard reaches the row itself: where no link of it leads there. */
  readonly isFocusable?: boolean
  /** For screen readers; without it the row cannot be selected. */
  readonly name?: string | undefined
  readonly isSelected?: boolean
  readonly onSelect?: (rowKey: string, isSelected: boolean, isRange: boolean) => void
}

function Cells<Row>(props: TableRowProps<Row>): ReactElement {
  const { row, rowKey, index, height, columns, isMarked, onOpen, onDelete = null, isFocusable = false } = props
  const { name, isSelected = false, onSelect } = props
  return (
    <tr
      aria-rowindex={index + 2}
      style={{ height }}
      tabIndex={isFocusable ? 0 : onDelete === null ? undefined : -1}
      data-clickable={onOpen !== null || undefined}
      data-marked={isMarked || undefined}
      onClick={(event) => isPlainClick(event.target) && onOpen?.(row)}
      onKeyDown={(event: KeyboardEvent) => {
        if (event.key === 'Enter' && event.target === event.currentTarget) onOpen?.(row)
        if (event.key === 'Delete') onDelete?.(row)
      }}
    >
      {name === undefined ? null : (
        <td className={classes['select']}>
          <SelectBox
            name={name}
            isSelected={isSelected}
            onChange={(next, isRange) => onSelect?.(rowKey, next, isRange)}
          />
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
}

/** One row of a table; it renders again only if something of it has changed. */
export const TableRow = memo(Cells) as typeof Cells

/** Clicks on links and buttons, and text selections, do not count as clicks on the row. */
function isPlainClick(target: EventTarget): boolean {
  if (target instanceof Element && target.closest('a, button, label, [role="menu"]') !== null) return false
  return getSelection()?.isCollapsed ?? true
}
