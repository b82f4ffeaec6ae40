import type { OptimizationWalkForward } from '@tradeloom/contracts'
import type { ReactElement } from 'react'
import { formatPercent, formatPlain } from '../../../ui/format.ts'
import { Panel } from '../../../ui/panel.tsx'
import classes from '../charts/small-curves.module.css'

/** How the chosen externals move from window to window: those of a real edge move little. */
export function DriftPanel({
  windows,
  drift,
}: Pick<OptimizationWalkForward, 'windows' | 'drift'>): ReactElement | null {
  if (drift.length === 0) return null
  return (
    <Panel title="Drift of the chosen externals" detail="Mean move from window to window, as a part of the range" flush>
      <div className={classes['curves']}>
        {drift.map((one) => (
          <Drift
            key={one.external}
            external={one.external}
            drift={one.drift}
            values={windows.flatMap(({ externals }) => externals?.[one.external] ?? [])}
          />
        ))}
      </div>
    </Panel>
  )
}

interface DriftProps {
  readonly external: string
  readonly drift: number
  readonly values: readonly number[]
}

function Drift({ external, drift, values }: DriftProps): ReactElement {
  const [low, high] = [Math.min(...values), Math.max(...values)]
  const y = (value: number): number => (high === low ? 50 : 94 - ((value - low) / (high - low)) * 88)
  const step = 100 / Math.max(1, values.length)
  // A step for each window: nothing lies between two choices.
  const points = values.flatMap((value, i) => [`${i * step},${y(value)}`, `${(i + 1) * step},${y(value)}`])
  return (
    <figure className={classes['curve']}>
      <figcaption className="num">
        <strong>{external}</strong>
        <span>{formatPercent(drift * 100, 1)}</span>
      </figcaption>
      <div
        className={classes['plot']}
        role="img"
        aria-label={`${external} by window: ${values.map((value) => formatPlain(value)).join(', ')}`}
      >
        <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden>
          <polyline points={points.join(' ')} />
        </svg>
      </div>
      <div className={`${classes['ends']} num`}>
        <span>Window 1</span>
        <span>{values.length === 0 ? '' : `${formatPlain(low)} to ${formatPlain(high)}`}</span>
        <span>{values.length}</span>
      </div>
    </figure>
  )
}
