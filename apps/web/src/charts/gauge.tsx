import type { ReactElement } from 'react'
import { formatNumber } from '../ui/format.ts'
import classes from './charts.module.css'

interface GaugeProps {
  readonly label: string
  readonly value: number
  /** Sample size and confidence interval. */
  readonly detail: string
}

const RADIUS = 52
const WIDTH = 9
const CENTER = 64

/** A point on the half circle; -1 is left, 1 is right. */
function point(share: number): string {
  const angle = Math.PI * (1 - (share + 1) / 2)
  return `${(CENTER + RADIUS * Math.cos(angle)).toFixed(2)} ${(CENTER - RADIUS * Math.sin(angle)).toFixed(2)}`
}

function arc(from: number, to: number): string {
  return `M ${point(Math.min(from, to))} A ${RADIUS} ${RADIUS} 0 0 1 ${point(Math.max(from, to))}`
}

/** Spans -1 to 1, more when the value is outside. The value is an arc from zero, so that its sign is visible at a glance. */
export function Gauge({ label, value, detail }: GaugeProps): ReactElement {
  const limit = Math.max(1, Math.ceil(Math.abs(value)))
  const share = value / limit
  return (
    <div className={classes['gauge']}>
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
        <path d={`M ${CENTER} ${CENTER - RADIUS - 8} v 16`} stroke="var(--text-3)" strokeWidth={1.5} />
        <text x={CENTER - RADIUS} y={81} fontSize={9} fill="var(--text-2)" textAnchor="middle">
          {`−${limit}`}
        </text>
        <text x={CENTER + RADIUS} y={81} fontSize={9} fill="var(--text-2)" textAnchor="middle">
          {limit}
        </text>
      </svg>
      <span className={`${classes['gaugeValue']} num`}>{formatNumber(value, 3)}</span>
      <span className={classes['gaugeLabel']}>{label}</span>
      <span className={`${classes['gaugeDetail']} num`}>{detail}</span>
    </div>
  )
}
