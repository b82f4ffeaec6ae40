import type { ReactElement } from 'react'
import type { Column } from '../../../../ui/table-column.ts'
import { formatPlain } from '../../../../ui/format.ts'
import { rawFigure } from '../../../../ui/raw-figure.ts'
import { Panel, PanelNote } from '../../../../ui/panel.tsx'
import { LoadingRows } from '../../../../ui/states.tsx'
import classes from './print-view.module.css'
import tables from '../../../../ui/table.module.css'

/** Rows of one table that go on paper. */
export const PRINTED_ROWS = 500

interface PrintedTableProps<Row> {
  readonly title: string
  readonly columns: readonly Column<Row>[]
  /** Undefined while they load. */
  readonly rows: readonly Row[] | undefined
  readonly total: number
  readonly keyOf: (row: Row) => number | string
}

/** A table with all of its rows in the document; those on screen render only what is in view. */
export function PrintedTable<Row>({ title, columns, rows, total, keyOf }: PrintedTableProps<Row>): ReactElement {
  return (
    <Panel
      title={title}
      detail={rows === undefined ? undefined : formatPlain(total)}
      flush
      className={classes['long'] ?? ''}
    >
      {rows === undefined ? <LoadingRows /> : null}
      {rows === undefined || rows.length === 0 ? null : (
        <table className={`${tables['table']} ${classes['table']}`}>
          <thead>
            <tr>
              {columns.map(({ id, header, isNumber }) => (
                <th key={id} scope="col" data-number={isNumber || undefined}>
                  {header}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={keyOf(row)}>
                {columns.map(({ id, isNumber, cell, field, value }) => (
                  <td key={id} data-number={isNumber || undefined} {...rawFigure(field?.(row), value?.(row))}>
                    {cell(row)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {rows !== undefined && total > rows.length ? (
        <PanelNote>
          The first {formatPlain(rows.length)} of {formatPlain(total)} rows. Exported files have all of them.
        </PanelNote>
      ) : null}
      {rows?.length === 0 ? <PanelNote>None</PanelNote> : null}
    </Panel>
  )
}
