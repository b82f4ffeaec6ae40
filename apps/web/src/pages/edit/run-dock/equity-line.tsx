import type { ReactElement } from 'react'
import classes from './run-dock.module.css'

const WIDTH = 120
const HEIGHT = 28

/** The equity of a run as a small line; empty space without one. */
export function EquityLine({ values }: { readonly values: readonly number[] }): ReactElement {
  if (values.length < 2) return <span className={classes['line']} />
  const low = Math.min(...values)
  const range = Math.max(...values) - low || 1
  const points = values.map((value, i) => {
    const x = (i / (values.length - 1)) * WIDTH
    return `${x.toFixed(1)},${(HEIGHT - 2 - ((value - low) / range) * (HEIGHT - 4)).toFixed(1)}`
  })
  return (
    <svg className={classes['line']} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label="Equity">
      <polyline points={points.join(' ')} fill="none" stroke="var(--accent)" strokeWidth="1.5" />
    </svg>
  )
}
