import { Button, Select, useComputedColorScheme } from '@mantine/core'
import type { Position } from '@tradeloom/contracts'
import { type BarInterval, INTERVALS, isBarInterval } from '@tradeloom/domain'
import { type ReactElement, useEffect, useEffectEvent, useRef, useState } from 'react'
import { errorText } from '../api/api-error.ts'
import classes from './charts.module.css'
import { PriceLegend } from './price-legend.tsx'
import { type Loaded, PriceLoader } from './price-loader.ts'
import { type HoveredBar, MAX_POSITIONS, PriceView } from './price-view.ts'
import { useGuardedWheel } from './use-guarded-wheel.ts'
import { WheelHint } from './wheel-hint.tsx'

interface PriceChartProps {
  readonly backtestId: string
  readonly isShared: boolean
  readonly instrumentId: string
  readonly precision: number
  readonly interval: BarInterval
  /** The run's period, UTC milliseconds. */
  readonly start: number
  readonly end: number
  readonly positions: readonly Position[]
  /** A time to bring into view; a new object brings it into view again. */
  readonly focus: { readonly time: number } | null
}

/** Bars before the run's start, so that its first positions have context. */
const LEAD_BARS = 300

/** Bid candles with the run's positions and plots; scrolling loads more bars. */
export function PriceChart(props: PriceChartProps): ReactElement {
  const [attempt, setAttempt] = useState(0)
  const scheme = useComputedColorScheme('dark')
  // A canvas keeps its colors: another color scheme needs another chart, as does a retry after a failure.
  return <PriceCanvas key={`${scheme} ${attempt}`} {...props} onRetry={() => setAttempt(attempt + 1)} />
}

interface Live {
  readonly view: PriceView
  readonly loader: PriceLoader
  /** Aborted when the chart is gone. */
  readonly signal: AbortSignal
}

/** Bars to load after the time that is shown. */
const BARS_AFTER = 600

async function showAround({ view, loader, signal }: Live, time: number, barMs: number): Promise<void> {
  const loaded = await loader.loadBefore(time + BARS_AFTER * barMs, signal)
  if (signal.aborted) return
  view.clear()
  view.setRows(loaded)
  view.reveal(time)
}

function PriceCanvas(props: PriceChartProps & { readonly onRetry: () => void }): ReactElement {
  const { backtestId, isShared, instrumentId, precision, interval, start, end, positions, focus } = props
  const container = useRef<HTMLDivElement>(null)
  const isWheelHinted = useGuardedWheel(container)
  const [hovered, setHovered] = useState<HoveredBar | null>(null)
  const [isExact, setExact] = useState(true)
  const [count, setCount] = useState(0)
  const [failure, setFailure] = useState<string | null>(null)
  const [live, setLive] = useState<Live | null>(null)

  useEffect(() => {
    if (container.current === null) return undefined
    const abort = new AbortController()
    const { ms } = INTERVALS[interval]
    const source = { backtestId, isShared, instrumentId, interval, start: start - LEAD_BARS * ms, end }
    const loader = new PriceLoader(source)
    const fail = (error: unknown): void => {
      if (!abort.signal.aborted) setFailure(errorText(error))
    }
    const show = (loaded: Loaded | null): void => {
      if (loaded === null || abort.signal.aborted) return
      view.setRows(loaded)
      setExact(loaded.isExact)
    }
    const view: PriceView = new PriceView(
      container.current,
      { precision, interval },
      {
        onEdge: (edge) => void loader.loadMore(edge, abort.signal).then(show).catch(fail),
        onPositionCount: setCount,
        onHover: setHovered,
      },
    )
    setFailure(null)
    loader.loadBefore(end, abort.signal).then(show).catch(fail)
    setLive({ view, loader, signal: abort.signal })
    return () => {
      abort.abort()
      view.remove()
    }
  }, [backtestId, isShared, instrumentId, precision, interval, start, end])

  useEffect(() => live?.view.setPositions(positions), [live, positions])

  const reveal = useEffectEvent((time: number) => {
    if (live === null || live.view.reveal(time)) return
    showAround(live, time, INTERVALS[interval].ms).catch(
      (error: unknown) => !live.signal.aborted && setFailure(errorText(error)),
    )
  })
  useEffect(() => {
    if (focus !== null) reveal(focus.time)
  }, [focus])

  return (
    <div className={classes['frame']} style={{ height: 420 }}>
      <div ref={container} className={classes['canvas']} role="group" aria-label="Prices with positions" />
      {hovered === null ? null : <PriceLegend bar={hovered} precision={precision} />}
      {isExact ? null : (
        <p className={classes['notice']} data-top>
          This older result kept only part of the plotted values. Run it again to see all of them.
        </p>
      )}
      <WheelHint isShown={isWheelHinted} />
      {count > MAX_POSITIONS ? (
        <p className={classes['notice']}>
          {`${count} positions in chart range (max display ${MAX_POSITIONS}). Zoom in to view.`}
        </p>
      ) : null}
      {failure === null ? null : (
        <div className={classes['notice']} style={{ pointerEvents: 'auto' }} role="alert">
          {failure}{' '}
          <Button variant="subtle" onClick={props.onRetry}>
            Retry
          </Button>
        </div>
      )}
    </div>
  )
}

const CHART_INTERVALS = Object.entries(INTERVALS)
  .filter(([key]) => !key.startsWith('S'))
  .map(([value, { label }]) => ({ value, label }))

interface IntervalSelectProps {
  readonly value: BarInterval
  readonly onChange: (interval: BarInterval) => void
}

export function IntervalSelect({ value, onChange }: IntervalSelectProps): ReactElement {
  return (
    <Select
      size="xs"
      w={104}
      aria-label="Chart interval"
      allowDeselect={false}
      data={CHART_INTERVALS}
      value={value}
      onChange={(next) => next !== null && isBarInterval(next) && onChange(next)}
    />
  )
}
