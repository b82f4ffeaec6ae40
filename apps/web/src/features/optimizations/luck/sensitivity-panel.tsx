import type { Optimization, OptimizationLuck } from '@tradeloom/contracts'
import type { ReactElement } from 'react'
import { formatPercent, formatPlain, NOTHING } from '../../../ui/format.ts'
import { Panel } from '../../../ui/panel.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { metricText, metricTitle } from '../charts/metric-name.ts'
import { valueRange } from '../charts/value-range.ts'
import classes from './luck.module.css'
import curves from '../charts/small-curves.module.css'

type Curve = OptimizationLuck['sensitivity'][number]

interface SensitivityPanelProps {
  readonly optimization: Optimization
  readonly luck: OptimizationLuck
}

/** The objective while one external moves and the others keep the best values; and ranges that end at the best value. */
export function SensitivityPanel({ optimization, luck }: SensitivityPanelProps): ReactElement {
  const metric = optimization.objectives[0]?.metric ?? 'profit'
  const { sensitivity, edgeExternals } = luck
  return (
    <Panel title="Sensitivity" detail={`${metricTitle(metric)} around the best result`} flush>
      {edgeExternals.length === 0 ? null : (
        <p className={classes['text']} role="note">
          ⚠ The best value of {edgeExternals.join(', ')} lies at the end of its range: a better one may lie outside.
          Widen the range and search again.
        </p>
      )}
      {sensitivity.length === 0 ? (
        <EmptyState title="No curves" text="No external varies, or nothing next to the best result was tested." />
      ) : (
        <div className={curves['curves']}>
          {sensitivity.map((curve) => (
            <SensitivityCurve key={curve.external} curve={curve} metric={metric} />
          ))}
        </div>
      )}
    </Panel>
  )
}

function SensitivityCurve({ curve, metric }: { readonly curve: Curve; readonly metric: string }): ReactElement {
  const { external, points, change } = curve
  const [low, high] = valueRange(points.map(({ objective }) => objective ?? NaN)) ?? [0, 1]
  const x = (i: number): number => (points.length < 2 ? 50 : (i / (points.length - 1)) * 100)
  const y = (value: number): number => (high === low ? 50 : 96 - ((value - low) / (high - low)) * 92)
  const known = points.flatMap(({ objective, ...point }, i) => (objective === null ? [] : [{ ...point, objective, i }]))
  const words = known.map(({ value, objective }) => `${formatPlain(value)}: ${metricText(metric, objective)}`)
  return (
    <figure className={curves['curve']}>
      <figcaption>
        <strong>{external}</strong>
        <span className="muted num">
          {change === null ? 'neighbors not tested' : `one step: ${formatPercent(change * 100, 1)} of the best`}
        </span>
      </figcaption>
      <div
        className={curves['plot']}
        role="img"
        aria-label={`${metricTitle(metric)} by ${external}. ${words.join('; ')}`}
      >
        <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden>
          {low < 0 && high > 0 ? <line x1={0} x2={100} y1={y(0)} y2={y(0)} /> : null}
          {runsOf(known).map((run) => (
            <polyline key={run[0]?.i} points={run.map(({ i, objective }) => `${x(i)},${y(objective)}`).join(' ')} />
          ))}
        </svg>
        {known.length > 60
          ? null
          : known.map(({ value, objective, isBest, i }) => (
              <i
                key={value}
                data-best={isBest || undefined}
                title={`${formatPlain(value)}: ${metricText(metric, objective)}`}
                style={{ left: `${x(i)}%`, top: `${y(objective)}%` }}
              />
            ))}
      </div>
      <div className={`${curves['ends']} num`}>
        <span>{formatPlain(points[0]?.value)}</span>
        <span>{known.length === 0 ? NOTHING : `${metricText(metric, low)} to ${metricText(metric, high)}`}</span>
        <span>{formatPlain(points.at(-1)?.value)}</span>
      </div>
    </figure>
  )
}

interface Known {
  readonly i: number
  readonly objective: number
}

/** Neighboring points; a gap stays a gap, as nobody knows what is there. */
function runsOf(points: readonly Known[]): Known[][] {
  const runs: Known[][] = []
  for (const point of points) {
    const run = runs.at(-1)
    if (run !== undefined && run.at(-1)?.i === point.i - 1) run.push(point)
    else runs.push([point])
  }
  return runs
}
