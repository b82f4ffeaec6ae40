import type { ReactElement } from 'react'
import classes from './charts.module.css'
import type { ValueColors } from './value-colors.ts'

interface ColorKeyProps {
  readonly colors: ValueColors
  readonly text: (value: number) => string
  readonly hasUntested?: boolean
}

/** What the colors mean, in numbers. */
export function ColorKey({ colors, text, hasUntested = false }: ColorKeyProps): ReactElement {
  return (
    <div className={`${classes['key']} num`}>
      <span>{text(colors.low)}</span>
      <span
        className={classes['ramp']}
        style={{ background: `linear-gradient(to right, ${colors.stops.join(', ')})` }}
        aria-hidden
      />
      <span>
        {text(colors.high)} (middle {text(colors.middle)})
      </span>
      {hasUntested ? (
        <span>
          <i className={classes['untested']} aria-hidden /> not tested
        </span>
      ) : null}
    </div>
  )
}
