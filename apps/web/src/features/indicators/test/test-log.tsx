import type { LogLine } from '@tradeloom/contracts'
import type { ReactElement } from 'react'
import { formatSecond } from '../../../ui/format.ts'
import classes from '../../../ui/log.module.css'

export function TestLog({ lines }: { readonly lines: readonly LogLine[] }): ReactElement {
  return (
    <div className={classes['log']} tabIndex={0} role="group" aria-label="Log lines">
      {lines.map((line, at) => (
        <div key={at} className={classes['line']} data-level={line.level}>
          <time dateTime={new Date(line.time).toISOString()}>{formatSecond(line.time)}</time>
          <span>{line.message}</span>
        </div>
      ))}
    </div>
  )
}
