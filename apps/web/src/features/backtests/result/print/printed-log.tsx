import type { LogLine } from '@tradeloom/contracts'
import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import type { Column } from '../../../../ui/table-column.ts'
import { formatSecond } from '../../../../ui/format.ts'
import { backtestLogQuery } from '../../../../entities/runs/backtest-queries.ts'
import type { SectionProps } from '../../../../entities/analysis/section-props.ts'
import { PRINTED_ROWS, PrintedTable } from './printed-table.tsx'
import classes from './print-view.module.css'

interface NumberedLine extends LogLine {
  readonly row: number
}

const COLUMNS: readonly Column<NumberedLine>[] = [
  { id: 'time', header: 'Time (UTC)', width: 150, cell: ({ time }) => formatSecond(time) },
  { id: 'level', header: 'Level', width: 60, cell: ({ level }) => level },
  {
    id: 'message',
    header: 'Message',
    width: 600,
    cell: ({ message }) => <span className={classes['message']}>{message}</span>,
  },
]

/** The first lines that the script wrote. */
export function PrintedLog({ result, isShared }: SectionProps): ReactElement {
  const { data } = useQuery(backtestLogQuery(result.id, isShared))
  return (
    <PrintedTable
      title="Log"
      columns={COLUMNS}
      rows={data?.lines.slice(0, PRINTED_ROWS).map((line, row) => ({ ...line, row }))}
      total={data?.lines.length ?? 0}
      keyOf={({ row }) => row}
    />
  )
}
