import { Tooltip } from '@mantine/core'
import type { ReactElement } from 'react'
import classes from './dashboard.module.css'
import { Figure } from './figure.tsx'

export interface CompactRow {
  readonly label: string
  /** Where the number is in the API's answer: `statistics.profit`. */
  readonly field: string
  readonly value: number | null
  readonly text: string
  readonly tone?: string
  /** What it means, its sample size and interval, or why there is no value. */
  readonly explanation: string
}

/** Figures, one line each. */
export function CompactRows({ rows }: { readonly rows: readonly CompactRow[] }): ReactElement {
  return (
    <dl className={classes['compact']}>
      {rows.map((row) => (
        <div key={row.label}>
          <dt>{row.label}</dt>
          <dd>
            <Explained row={row} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Explained({ row }: { readonly row: CompactRow }): ReactElement {
  const figure = <Figure field={row.field} raw={row.value} text={row.text} tone={row.tone ?? ''} />
  if (row.explanation === '') return figure
  return (
    <Tooltip
      label={<span style={{ whiteSpace: 'pre-line' }}>{row.explanation}</span>}
      events={{ hover: true, focus: true, touch: true }}
    >
      <span className={classes['explained']} tabIndex={0} aria-label={`${row.text}; ${row.explanation}`} role="note">
        {figure}
      </span>
    </Tooltip>
  )
}
