import type { ReactElement } from 'react'
import { formatMinute } from '../ui/format.ts'
import classes from './values-table.module.css'

interface ValuesColumn {
  readonly label: string
  /** The text at a time in UTC milliseconds. */
  readonly textAt: (time: number) => string
}

interface ValuesTableProps {
  readonly label: string
  /** All times of the chart, ascending. */
  readonly times: readonly number[]
  readonly columns: readonly ValuesColumn[]
  readonly height: number
}

const MAX_ROWS = 200

/** The values of a chart as a table, newest first; of long ones evenly spaced times with the first and the last. */
export function ValuesTable({ label, times, columns, height }: ValuesTableProps): ReactElement {
  const shown = spacedTimes(times)
  return (
    <div className={classes['scroll']} style={{ height }} role="group" aria-label={`${label} as a table`} tabIndex={0}>
      <table className={classes['table']} aria-label={label}>
        <thead>
          <tr>
            <th scope="col">Time (UTC)</th>
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
                {formatMinute(time)}
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
        <p className={classes['note']}>
          {shown.length} of {times.length} times, evenly spaced.
        </p>
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
