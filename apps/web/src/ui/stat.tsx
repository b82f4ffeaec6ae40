import type { ReactElement, ReactNode } from 'react'
import { NOTHING } from './format.ts'
import classes from './stat.module.css'
import { Hint } from './hint.tsx'
import { type RawFigure, rawFigure } from './raw-figure.ts'

interface StatProps {
  readonly label: string
  readonly value: ReactNode
  /** A second, less prominent line: sample size, confidence interval, percentage. */
  readonly detail?: ReactNode
  /** Why there is no value; shown as a tooltip. */
  readonly reason?: string | null
  /** 'gain', 'loss' or ''. */
  readonly tone?: string
  /** Where the value is in the answers of the API, and the value there; see `rawFigure`. */
  readonly field?: string
  readonly raw?: RawFigure
  /** The same for the detail. */
  readonly detailField?: string
  readonly detailRaw?: RawFigure
}

/** A number with its name. */
export function Stat(props: StatProps): ReactElement {
  const { label, value, detail, reason, tone, field, raw, detailField, detailRaw } = props
  const shown = (
    <span className={`${classes['value']} num ${tone ?? ''}`} {...rawFigure(field, raw)}>
      {value}
    </span>
  )
  const isExplained = value === NOTHING && reason !== null && reason !== undefined
  return (
    <div className={classes['stat']}>
      <dt>{label}</dt>
      <dd>
        {isExplained ? (
          <Hint label={reason}>
            <span tabIndex={0} aria-label={`No value: ${reason}`}>
              {shown}
            </span>
          </Hint>
        ) : (
          shown
        )}
        {detail === undefined ? null : (
          <span className={`${classes['detail']} num`} {...rawFigure(detailField, detailRaw)}>
            {detail}
          </span>
        )}
      </dd>
    </div>
  )
}

export function StatList({ children }: { readonly children: ReactNode }): ReactElement {
  return <dl className={classes['list']}>{children}</dl>
}
