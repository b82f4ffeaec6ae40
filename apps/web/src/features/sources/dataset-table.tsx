import type { SourceDatasetReply } from '@tradeloom/contracts'
import { type ReactElement, useMemo } from 'react'
import { DataTable } from '../../ui/data-table.tsx'
import type { Column } from '../../ui/table-column.ts'
import { labelOf } from '../../entities/datasets/dataset-columns.ts'
import { valueText } from './value-text.ts'

interface Row {
  readonly id: string
  readonly cells: SourceDatasetReply['data'][number]
}

interface DatasetTableProps {
  readonly label: string
  readonly reply: SourceDatasetReply
  /** Of its columns. */
  readonly places: readonly number[]
}

/** All rows of a dataset, newest first; missing values come last however it is sorted. */
export function DatasetTable({ label, reply: { meta, data }, places }: DatasetTableProps): ReactElement {
  const isDated = meta.columns[0]?.type === 'date'
  const rows = useMemo(() => data.map((cells, at): Row => ({ id: String(at), cells })), [data])
  const columns = useMemo(
    () =>
      meta.columns
        .map((column, at): Column<Row> => ({
          id: String(at),
          header: labelOf(column),
          hint: labelOf(column),
          width: at === 0 ? 110 : 130,
          isNumber: column.type === 'number',
          value: ({ cells }) => cells[at] ?? null,
          cell: ({ cells }) => valueText(cells[at]),
          ...(at === 0 ? { pin: 'left' as const } : {}),
        }))
        .filter((_, at) => places.includes(at)),
    [meta.columns, places],
  )
  return (
    <DataTable
      label={label}
      columns={columns}
      rows={rows}
      rowKey={({ id }) => id}
      {...(isDated ? { initialSort: { id: '0', desc: true } } : {})}
      maxHeight="100%"
    />
  )
}
