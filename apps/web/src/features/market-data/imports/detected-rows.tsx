import { Stack } from '@mantine/core'
import type { ImportDetection } from '@tradeloom/contracts'
import type { ReactElement } from 'react'
import { seriesLabel } from '../../../entities/runs/run-labels.ts'
import { formatPlain, formatSecond } from '../../../ui/format.ts'
import classes from '../market-data.module.css'
import tables from '../../../ui/table.module.css'

/** The first rows of a file as they were understood, before anything of it is kept. */
export function DetectedRows({ detection }: { readonly detection: ImportDetection }): ReactElement {
  const { file, columns, rows, problem, format, interval, timezone } = detection
  const zone = timezone === null ? 'an unknown time zone' : timezone
  const kind =
    interval === 'Tick' ? 'ticks' : `bars of ${interval === null ? 'an unknown interval' : seriesLabel(interval)}`
  return (
    <Stack component="section" gap={6} aria-label={`First rows of ${file}`}>
      {problem === null ? null : (
        <p className={format === null ? 'danger' : 'muted'}>
          {format === null ? `Not recognized: ${problem}. Please choose the format.` : problem}
        </p>
      )}
      {format === null || rows.length === 0 ? null : (
        <p className="muted">{`The first rows, read as ${kind} with times in ${zone}. Nothing is saved yet.`}</p>
      )}
      {rows.length === 0 ? null : (
        <div
          className={`${tables['scroll']} ${classes['detectedScroll']}`}
          tabIndex={0}
          role="region"
          aria-label="First rows"
        >
          <table className={`${tables['table']} num`}>
            <thead>
              <tr>
                {columns.map((name) => (
                  <th key={name} scope="col">
                    {name === 'Time' && timezone !== null ? 'Time (UTC)' : name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(([time, ...values], index) => (
                // oxlint-disable-next-line react/no-array-index-key -- rows of one file never move
                <tr key={index}>
                  <td>{formatSecond(time)}</td>
                  {values.map((value, column) => (
                    // oxlint-disable-next-line react/no-array-index-key -- see above
                    <td key={column}>{formatPlain(value)}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Stack>
  )
}
