import type { ReactElement } from 'react'
import classes from './spark-line.module.css'

interface SparkLineProps {
  /** At evenly spaced times. */
  readonly values: readonly number[]
  /** What it shows, for screen readers; without it the line is decoration. */
  readonly label?: string
  readonly height?: number
}

const WIDTH = 100
const HEIGHT = 30
const MARGIN = 1

/** A small curve without axes, with a dashed line at its first value; its color says whether it ends above that. */
export function SparkLine({ values, label, height = 44 }: SparkLineProps): ReactElement | null {
  const first = values[0]
  const last = values.at(-1)
  if (first === undefined || last === undefined || values.length < 2) return null
  const low = Math.min(...values)
  const span = Math.max(...values) - low
  const y = (value: number): number =>
    span === 0 ? HEIGHT / 2 : HEIGHT - MARGIN - ((value - low) / span) * (HEIGHT - 2 * MARGIN)
  const points = values.map((value, i) => `${((i / (values.length - 1)) * WIDTH).toFixed(2)},${y(value).toFixed(2)}`)
  const name = label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label }
  return (
    <svg
      className={classes['spark']}
      data-tone={last > first ? 'gain' : last < first ? 'loss' : undefined}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      height={height}
      {...name}
    >
      <polygon className={classes['area'] ?? ''} points={`0,${HEIGHT} ${points.join(' ')} ${WIDTH},${HEIGHT}`} />
      <line className={classes['base'] ?? ''} x1={0} x2={WIDTH} y1={y(first)} y2={y(first)} />
      <polyline className={classes['line'] ?? ''} points={points.join(' ')} />
    </svg>
  )
}
