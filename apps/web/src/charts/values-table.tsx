import { Box } from '@mantine/core'
import type { ReactElement } from 'react'
import { formatElapsed, formatMinute } from '../ui/format.ts'
import classes from './values-table.module.css'
import tables from '../ui/table.module.css'

interface ValuesColumn {
  readonly label: string
  /** The text at one of the times. */
  readonly textAt: (time: number) => string
}

interface ValuesTableProps {
  readonly label: string
  /** All times of the chart in milliseconds, ascending: UTC, or since a start. */
  readonly times: readonly number[]
  readonly isElapsed?: boolean
  readonly columns: readonly ValuesColumn[]
  readonly height: number | '100%'
}

const MAX_ROWS = 200

/** The values of a chart as a table, newest first; of long ones evenly spaced times with the first and the last. */
export function ValuesTable({ label, times, isElapsed = false, columns, height }: ValuesTableProps): ReactElement {
  const shown = spacedTimes(times)
  return (
    <div className={tables['scroll']} style={{ height }} role="group" aria-label={`${label} as a table`} tabIndex={0}>
      <table className={`${tables['table']} ${classes['values']}`} aria-label={label}>
        <thead>
          <tr>
            <th scope="col">{isElapsed ? 'Time from the start' : 'Time (UTC)'}</th>
            {columns.map((column) => (
              <th key={column.label} scope="col" data-number>
                {column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map((time) => (
            <tr key={time}>
              <th scope="row" className="num">
                {isElapsed ? formatElapsed(time) : formatMinute(time)}
              </th>
              {columns.map((column) => (
                <td key={column.label} className="num" data-number>
                  {column.textAt(time)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {shown.length < times.length ? (
        <Box m={0} p="8px 12px" c="var(--text-2)" fz={12} component="p">
          {shown.length} of {times.length} times, evenly spaced.
        </Box>
      ) : null}
    </div>
  )
}

export function spacedTimes(times: readonly number[]): number[] {
  const count = Math.min(MAX_ROWS, times.length)
  const step = count < 2 ? 0 : (times.length - 1) / (count - 1)
  const rows = Array.from({ length: count }, (_, row) => times[Math.round(row * step)] as number)
  return rows.toReversed()
}
