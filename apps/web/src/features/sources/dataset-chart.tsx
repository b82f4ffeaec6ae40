import { type ReactElement, useEffect, useId, useRef, useState } from 'react'
import charts from '../../charts/charts.module.css'
import { useCanvasLook } from '../../charts/use-canvas-look.ts'
import { useGuardedWheel } from '../../charts/use-guarded-wheel.ts'
import { WheelHint } from '../../charts/wheel-hint.tsx'
import { formatDay } from '../../ui/format.ts'
import type { ChartColumn, ChartColumns } from '../../entities/datasets/dataset-columns.ts'
import classes from './dataset-chart.module.css'
import { type DatasetLook, drawDataset, type DrawnDataset } from './draw-dataset.ts'
import { LINE_COLORS } from './line-style.ts'
import { valueText } from './value-text.ts'

interface DatasetChartProps {
  readonly label: string
  readonly data: ChartColumns
  readonly look: DatasetLook
  readonly onLook: (look: Pick<DatasetLook, 'shown' | 'left'>) => void
}

/** Columns of a dataset as lines, with what they are worth at the pointer. */
export function DatasetChart(props: DatasetChartProps): ReactElement {
  // A canvas keeps its colors.
  const look = useCanvasLook()
  return <Canvas key={look} {...props} />
}

function Canvas({ label, data, look, onLook }: DatasetChartProps): ReactElement {
  const container = useRef<HTMLDivElement>(null)
  const description = useId()
  const isWheelHinted = useGuardedWheel(container)
  const [drawn, setDrawn] = useState<DrawnDataset | null>(null)
  const [time, setTime] = useState<number | null>(null)
  useEffect(() => {
    if (container.current === null) return undefined
    const created = drawDataset(container.current)
    created.onTime(setTime)
    setDrawn(created)
    return () => {
      setDrawn(null)
      created.remove()
    }
  }, [])
  const { shown, left, isLog } = look
  const key = JSON.stringify([shown, left, isLog])
  useEffect(() => {
    drawn?.draw(data, look)
    // oxlint-disable-next-line react/exhaustive-deps -- `look` by what is in it: each render makes a new one
  }, [drawn, data, key])
  return (
    <div className={classes['chart']}>
      <Legend data={data} look={look} time={time} onLook={onLook} />
      <div className={`${charts['frame']} ${classes['frame']}`}>
        <div
          ref={container}
          className={charts['canvas']}
          role="group"
          aria-label={label}
          aria-describedby={description}
        />
        <p id={description} className="visually-hidden">
          {data.columns
            .filter(({ at }) => shown.includes(at))
            .map((column) => summaryOf(column, data.times))
            .join(' ')}
        </p>
        <WheelHint isShown={isWheelHinted} />
      </div>
    </div>
  )
}

interface LegendProps extends Pick<DatasetChartProps, 'data' | 'look' | 'onLook'> {
  readonly time: number | null
}

/** The columns: each is shown or hidden, and has its axis on the right or on the left. */
function Legend({ data, look: { shown, left }, time, onLook }: LegendProps): ReactElement {
  const index = time === null ? data.times.length - 1 : data.times.indexOf(time)
  const turn = (list: readonly number[], at: number): number[] =>
    list.includes(at) ? list.filter((one) => one !== at) : [...list, at].toSorted((a, b) => a - b)
  return (
    <ul className={classes['legend']} aria-label="Columns">
      <li className="num muted">{formatDay((data.times[index] ?? 0) * 1000)}</li>
      {data.columns.map(({ at, label, values }, order) => {
        const isShown = shown.includes(at)
        const isOnLeft = left.includes(at)
        return (
          <li key={at} data-hidden={!isShown || undefined}>
            <button
              type="button"
              className={classes['name']}
              aria-pressed={isShown}
              title={isShown ? `Hide ${label}` : `Show ${label}`}
              onClick={() => onLook({ shown: turn(shown, at), left })}
            >
              <span
                aria-hidden
                className={classes['key']}
                style={{ background: `var(${LINE_COLORS[order % LINE_COLORS.length]})` }}
              />
              {label}
            </button>
            <span className="num">{valueText(values[index] ?? null)}</span>
            {isShown ? (
              <button
                type="button"
                className={classes['side']}
                aria-label={`Axis of ${label}: ${isOnLeft ? 'left' : 'right'}`}
                title={`Its axis is on the ${isOnLeft ? 'left' : 'right'}`}
                onClick={() => onLook({ shown, left: turn(left, at) })}
              >
                {isOnLeft ? 'L' : 'R'}
              </button>
            ) : null}
          </li>
        )
      })}
    </ul>
  )
}

/** A line in words. */
function summaryOf({ label, values }: ChartColumn, times: readonly number[]): string {
  const known = values.filter((value) => value !== null)
  if (known.length === 0) return `${label}: no values.`
  const [low, high] = [known.reduce((a, b) => Math.min(a, b)), known.reduce((a, b) => Math.max(a, b))]
  const last = values.findLastIndex((value) => value !== null)
  const day = (index: number): string => formatDay((times[index] ?? 0) * 1000)
  const missing = values.length - known.length
  return (
    `${label}, ${day(values.findIndex((value) => value !== null))} to ${day(last)}: lowest ${valueText(low)}, ` +
    `highest ${valueText(high)}, last ${valueText(values[last] ?? null)}${missing > 0 ? `, ${missing} missing` : ''}.`
  )
}
