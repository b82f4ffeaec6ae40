import { IconEye, IconEyeOff } from '@tabler/icons-react'
import type { UTCTimestamp } from 'lightweight-charts'
import { type CSSProperties, type ReactElement, useEffect, useId, useMemo, useRef, useState } from 'react'
import { formatElapsed, formatMinute, formatNumber, formatPercent } from '../ui/format.ts'
import classes from './charts.module.css'
import { type DrawnEquity, drawEquity, type EquitySpan, showSpan } from './draw-equity.ts'
import {
  type BenchmarkCurve,
  type EquityCurve,
  type EquityLine,
  equityLines,
  type EquityScale,
  type EquityTime,
  pointAt,
} from './equity-curves.ts'
import { useCanvasLook } from './use-canvas-look.ts'
import { useGuardedWheel } from './use-guarded-wheel.ts'
import { ValuesTable } from './values-table.tsx'
import { WheelHint } from './wheel-hint.tsx'

interface EquityChartProps {
  /** One run, or several to compare. */
  readonly curves: readonly EquityCurve[]
  readonly benchmarks?: readonly BenchmarkCurve[]
  /** The span to show; a new object shows it again. Null shows everything. */
  readonly focus: EquitySpan | null
  /** What the times of the curves are; the calendar by default. */
  readonly time?: EquityTime
  /** In money, or in percent of the first value of each line. */
  readonly scale?: EquityScale
  /** Logarithmic; only for money. */
  readonly isLog?: boolean
  readonly height?: number
  /** The values as a table instead. */
  readonly isTable?: boolean
  /** The same in words, for readers who cannot see the chart. */
  readonly alternative: string
}

/** With several runs, a drawdown is hidden together with its curve. */
const DRAWDOWN_SUFFIX = / drawdown$/

const NO_BENCHMARKS: readonly BenchmarkCurve[] = []

/** Equity, balance and benchmarks above, drawdown below. Recreated for another color scheme: a canvas keeps its colors. */
export function EquityChart(props: EquityChartProps): ReactElement {
  const look = useCanvasLook()
  if (props.isTable) return <EquityTable {...props} />
  return <EquityCanvas key={look} {...props} />
}

function EquityCanvas(props: EquityChartProps): ReactElement {
  const { curves, benchmarks = NO_BENCHMARKS, focus, scale = 'money', isLog = false, height = 320 } = props
  const axis = props.time ?? 'calendar'
  const container = useRef<HTMLDivElement>(null)
  const [drawn, setDrawn] = useState<DrawnEquity | null>(null)
  const description = useId()
  const isWheelHinted = useGuardedWheel(container)
  const [time, setTime] = useState<number | null>(null)
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set())
  const isSingle = curves.length === 1
  const lines = useMemo(() => equityLines(curves, benchmarks, scale), [curves, benchmarks, scale])

  useEffect(() => {
    if (container.current === null) return undefined
    const created = drawEquity(container.current, lines, axis, isLog && scale === 'money')
    setDrawn(created)
    created.chart.subscribeCrosshairMove((event) => setTime((event.time as UTCTimestamp | undefined) ?? null))
    return () => {
      setDrawn(null)
      created.chart.remove()
    }
  }, [lines, axis, isLog, scale])

  useEffect(() => {
    for (const [id, series] of drawn?.series ?? []) {
      const owner = isSingle ? id : id.replace(DRAWDOWN_SUFFIX, '')
      series.applyOptions({ visible: !hidden.has(owner) })
    }
  }, [hidden, drawn, isSingle])

  useEffect(() => {
    if (drawn === null) return
    if (focus === null) drawn.chart.timeScale().fitContent()
    else showSpan(drawn.chart, focus)
  }, [focus, drawn])

  const toggle = (id: string): void => {
    const next = new Set(hidden)
    if (!next.delete(id)) next.add(id)
    setHidden(next)
  }
  return (
    <div className={classes['frame']} data-legend style={{ height }}>
      <div
        ref={container}
        className={classes['canvas']}
        role="group"
        aria-label="Equity, balance and drawdown over time"
        aria-describedby={description}
      />
      <p id={description} className="visually-hidden">
        {props.alternative}
      </p>
      <WheelHint isShown={isWheelHinted} />
      <EquityLegend
        lines={isSingle ? lines : lines.filter(({ kind }) => kind !== 'drawdown')}
        axis={axis}
        time={time}
        hidden={hidden}
        onToggle={toggle}
      />
    </div>
  )
}

function EquityTable({ curves, benchmarks = NO_BENCHMARKS, time, scale = 'money', height = 320 }: EquityChartProps) {
  const lines = equityLines(curves, benchmarks, scale)
  const seconds = [...new Set(lines.flatMap(({ points }) => points.map(({ time }) => time as number)))]
  return (
    <ValuesTable
      label="Equity, balance and drawdown over time"
      height={height}
      isElapsed={time === 'elapsed'}
      times={seconds.toSorted((a, b) => a - b).map((second) => second * 1000)}
      columns={lines.map((line) => ({
        label: line.label,
        // A run that has ended has no value any more.
        textAt: (ms) => lineText(line, ms / 1000 > lastTime(line) ? null : pointAt(line, ms / 1000)),
      }))}
    />
  )
}

function lastTime({ points }: EquityLine): number {
  return points.at(-1)?.time ?? -Infinity
}

function lineText({ unit }: EquityLine, value: number | null): string {
  return unit === 'money' ? formatNumber(value) : formatPercent(value)
}

interface EquityLegendProps {
  readonly lines: readonly EquityLine[]
  readonly axis: EquityTime
  /** In seconds; null reads the last value of each line. */
  readonly time: number | null
  readonly hidden: ReadonlySet<string>
  readonly onToggle: (id: string) => void
}

/** The value of each line under the pointer, or its last one. A click hides a line or shows it again. */
function EquityLegend({ lines, axis, time, hidden, onToggle }: EquityLegendProps): ReactElement {
  const shownTime = time ?? Math.max(...lines.map(({ points }) => points.at(-1)?.time ?? 0))
  return (
    <div className={`${classes['legend']} num`} data-above>
      <span>
        {axis === 'calendar' ? formatMinute(shownTime * 1000) : `${formatElapsed(shownTime * 1000)} from the start`}
      </span>
      {lines.map((line) => {
        const value = pointAt(line, shownTime)
        const isHidden = hidden.has(line.id)
        const Eye = isHidden ? IconEyeOff : IconEye
        return (
          <button
            key={line.id}
            type="button"
            aria-pressed={!isHidden}
            title={isHidden ? `Show ${line.label}` : `Hide ${line.label}`}
            style={{ '--key': line.color } as CSSProperties}
            data-key
            onClick={() => onToggle(line.id)}
          >
            {line.label} {lineText(line, value)}
            <Eye size={12} aria-hidden />
          </button>
        )
      })}
    </div>
  )
}
