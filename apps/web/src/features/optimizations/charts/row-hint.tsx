import type { ReactElement } from 'react'
import classes from '../../../charts/hint.module.css'

interface RowHintProps {
  readonly lines: readonly string[]
  readonly left: number
  readonly top: number
  /** Of the chart. */
  readonly width: number
}

/** The figures of one row beside its point, on the side with more room; read out while it moves. */
export function RowHint({ lines, left, top, width }: RowHintProps): ReactElement {
  const place = left > width / 2 ? { right: width - left + 12 } : { left: left + 12 }
  return (
    <div className={classes['hint']} style={{ ...place, top: Math.max(4, top - 40) }} role="status">
      {lines.map((line, i) => (
        <div key={`${i} ${line}`}>{i === 0 ? <strong>{line}</strong> : line}</div>
      ))}
    </div>
  )
}
