import { Box, Tooltip } from '@mantine/core'
import type { ReactElement } from 'react'
import { formatNumber } from '../ui/format.ts'
import { rawFigure } from '../ui/raw-figure.ts'
import classes from './charts.module.css'

interface GaugeProps {
  readonly label: string
  readonly value: number
  /** The 95% interval, drawn as a thin arc. */
  readonly interval: readonly [number, number] | null
  /** Sample size. */
  readonly detail: string
  /** Sample size and interval in words, shown on hover and on focus. */
  readonly explanation: string
  /** Where the value is in the answers of the API; see `rawFigure`. */
  readonly field: string
}

const RADIUS = 52
const WIDTH = 9
const CENTER = 64
/** Of the arc of the interval. */
const OUTER_RADIUS = 60

/** A point on the half circle; -1 is left, 1 is right. */
function point(share: number, radius: number): string {
  const angle = Math.PI * (1 - (share + 1) / 2)
  return `${(CENTER + radius * Math.cos(angle)).toFixed(2)} ${(CENTER - radius * Math.sin(angle)).toFixed(2)}`
}

function arc(from: number, to: number, radius = RADIUS): string {
  return `M ${point(Math.min(from, to), radius)} A ${radius} ${radius} 0 0 1 ${point(Math.max(from, to), radius)}`
}

/** Spans -1 to 1, more when the value is outside. The value is an arc from zero, so that its sign is visible at a glance. */
export function Gauge({ label, value, interval, detail, explanation, field }: GaugeProps): ReactElement {
  const limit = Math.max(1, Math.ceil(Math.abs(value)))
  const share = value / limit
  const inside = (end: number): number => Math.min(1, Math.max(-1, end / limit))
  return (
    <Tooltip
      label={<span style={{ whiteSpace: 'pre-line' }}>{explanation}</span>}
      disabled={explanation === ''}
      events={{ hover: true, focus: true, touch: true }}
    >
      <div
        className={classes['gauge']}
        data-gauge
        tabIndex={0}
        role="group"
        aria-label={`${label}: ${formatNumber(value, 3)}; ${explanation}`}
      >
        <svg viewBox="0 0 128 84" aria-hidden>
          <path d={arc(-1, 1)} fill="none" stroke="var(--surface-3)" strokeWidth={WIDTH} strokeLinecap="round" />
          {share === 0 ? null : (
            <path
              d={arc(0, share)}
              fill="none"
              stroke={share > 0 ? 'var(--buy)' : 'var(--sell)'}
              strokeWidth={WIDTH}
              strokeLinecap="butt"
            />
          )}
          {interval === null ? null : (
            <path
              d={arc(inside(interval[0]), inside(interval[1]), OUTER_RADIUS)}
              fill="none"
              stroke="var(--text-2)"
              strokeWidth={1.5}
            />
          )}
          <path d={`M ${CENTER} ${CENTER - RADIUS - 8} v 16`} stroke="var(--text-3)" strokeWidth={1.5} />
          <text x={CENTER - RADIUS} y={81} fontSize={9} fill="var(--text-2)" textAnchor="middle">
            {`−${limit}`}
          </text>
          <text x={CENTER + RADIUS} y={81} fontSize={9} fill="var(--text-2)" textAnchor="middle">
            {limit}
          </text>
        </svg>
        <span className={`${classes['gaugeValue']} num`} {...rawFigure(field, value)}>
          {formatNumber(value, 3)}
        </span>
        <Box mt={4} fz={12} component="span">
          {label}
        </Box>
        <span className={`${classes['gaugeDetail']} num`}>{detail}</span>
      </div>
    </Tooltip>
  )
}
