import { Button } from '@mantine/core'
import type { Position } from '@tradeloom/contracts'
import type { Interval } from '@tradeloom/domain'
import { IconAlertTriangle } from '@tabler/icons-react'
import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactElement,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react'
import { errorText } from '../../api/api-error.ts'
import classes from '../charts.module.css'
import { useCanvasLook } from '../use-canvas-look.ts'
import { useGuardedWheel } from '../use-guarded-wheel.ts'
import { WheelHint } from '../wheel-hint.tsx'
import { type ChartClock, UTC_CLOCK } from './chart-clock.ts'
import { pressChartKey } from './chart-keys.ts'
import { MAX_POSITIONS } from './chart-limits.ts'
import type { ChartSource, PositionSource } from './chart-source.ts'
import type { PlotLine } from './plot-lines.ts'
import type { ChartSettings, LoadedSpan } from './controller-ports.ts'
import { PriceController } from './price-controller.ts'
import { PriceLegend } from './price-legend.tsx'
import type { HoveredBar, PriceLevel } from './price-look.ts'

/** Where a chart was pressed, in the window, with the price and the bar there; `time` is null beside the bars. */
export interface ChartPlace {
  readonly price: number
  readonly time: number | null
  readonly x: number
  readonly y: number
}

export interface PriceCanvasProps {
  /** Another source is another chart; keep its identity while nothing changes. */
  readonly source: ChartSource
  readonly precision: number
  readonly settings: ChartSettings
  readonly positions: PositionSource | null
  /** UTC if omitted. */
  readonly clock?: ChartClock
  /** The number of the position that is marked. */
  readonly selected?: number | null
  readonly onSelect?: (position: Position) => void
  /** A key chose the position; the chart keeps the focus. */
  readonly onNeighbor?: (position: Position) => void
  /** A time to bring into view; a new object brings it into view again. */
  readonly focus?: { readonly time: number } | null
  /** Hides what happened later, UTC milliseconds. */
  readonly until?: number | null
  readonly indicators?: readonly PlotLine[]
  /** Prices to mark; keep their identity while nothing changes. */
  readonly levels?: readonly PriceLevel[]
  readonly height: number | string
  readonly label: string
  readonly onInterval?: (interval: Interval) => void
  readonly onLoaded?: (span: LoadedSpan | null) => void
  /** The view has stopped moving. */
  readonly onSettled?: () => void
  /** A menu is wanted. */
  readonly onMenu?: (at: ChartPlace) => void
  /** An alert is wanted, by its key. */
  readonly onAlert?: () => void
  /** The chart as an object, for what works on it: tools, keys, pictures. */
  readonly onController?: (controller: PriceController | null) => void
}

const NO_LINES: readonly PlotLine[] = []
const NO_LEVELS: readonly PriceLevel[] = []
const KEYS =
  'Arrows move the crosshair, plus and minus zoom, Home and End show the start and the end, N and P positions.'
const NO_IDS: ReadonlySet<string> = new Set()

/** Bars with positions and lines; scrolling loads more. */
export function PriceCanvas(props: PriceCanvasProps): ReactElement {
  const [attempt, setAttempt] = useState(0)
  const look = useCanvasLook()
  // A canvas keeps its colors: other ones need another chart, as does a retry after a failure.
  return <Canvas key={`${look} ${attempt}`} {...props} onRetry={() => setAttempt(attempt + 1)} />
}

function Canvas(props: PriceCanvasProps & { readonly onRetry: () => void }): ReactElement {
  const { source, precision, settings, positions, selected = null, focus = null, until = null } = props
  const { indicators = NO_LINES, levels = NO_LEVELS, clock = UTC_CLOCK } = props
  const container = useRef<HTMLDivElement>(null)
  const isWheelHinted = useGuardedWheel(container)
  const [controller, setController] = useState<PriceController | null>(null)
  const [hovered, setHovered] = useState<HoveredBar | null>(null)
  const [isExact, setExact] = useState(true)
  const [count, setCount] = useState(0)
  const [failure, setFailure] = useState<unknown>(null)
  const [isLoading, setLoading] = useState(true)
  const [hidden, setHidden] = useState(NO_IDS)

  const onInterval = useEffectEvent((interval: Interval) => props.onInterval?.(interval))
  const onLoaded = useEffectEvent((span: LoadedSpan | null) => props.onLoaded?.(span))
  const onPosition = useEffectEvent((position: Position) => props.onSelect?.(position))
  const onSettled = useEffectEvent(() => props.onSettled?.())
  const onController = useEffectEvent((one: PriceController | null) => props.onController?.(one))
  const first = useEffectEvent(() => ({ settings, time: focus?.time ?? until }))

  useEffect(() => {
    if (container.current === null) return undefined
    const created = new PriceController(
      container.current,
      { source, precision, positions, clock, ...first() },
      {
        onHover: setHovered,
        onFailure: (error) => {
          setFailure(error)
          setLoading(false)
        },
        onExact: (exact) => {
          setExact(exact)
          setLoading(false)
        },
        onPositionCount: setCount,
        onInterval,
        onLoaded,
        onPosition,
        onSettled,
      },
    )
    setController(created)
    onController(created)
    return () => {
      onController(null)
      created.remove()
    }
  }, [source, precision, positions, clock])

  useEffect(() => controller?.setSettings(settings), [controller, settings])
  useEffect(() => controller?.setSelected(selected), [controller, selected])
  useEffect(() => controller?.setIndicators(indicators), [controller, indicators])
  useEffect(() => controller?.view.setLevels(levels), [controller, levels])
  useEffect(() => controller?.setUntil(until), [controller, until])
  useEffect(() => controller?.view.setHidden(hidden), [controller, hidden])
  const reveal = useEffectEvent((time: number) => controller?.reveal(time))
  useEffect(() => {
    if (focus !== null) reveal(focus.time)
  }, [focus])

  const onKeyDown = (event: KeyboardEvent): void => {
    if (controller === null) return
    const onNeighbor = (position: Position): void => props.onNeighbor?.(position)
    if (pressChartKey(event, { controller, positions, onPosition: onNeighbor, onAlert: props.onAlert }))
      event.preventDefault()
  }
  const onContextMenu = (event: MouseEvent): void => {
    const { clientX: x, clientY: y, currentTarget } = event
    const { left, top } = currentTarget.getBoundingClientRect()
    const price = controller?.view.priceAt({ x: x - left, y: y - top }) ?? null
    if (props.onMenu === undefined || price === null) return
    event.preventDefault()
    props.onMenu({ price, time: controller?.view.timeAt(x - left) ?? null, x, y })
  }
  const toggle = (id: string): void => {
    const others = [...hidden].filter((one) => one !== id)
    setHidden(new Set(others.length < hidden.size ? others : [...others, id]))
  }
  return (
    <div className={classes['frame']} style={{ height: props.height }} aria-busy={isLoading}>
      <div
        ref={container}
        className={classes['canvas']}
        role="group"
        aria-label={`${props.label}. ${KEYS}`}
        tabIndex={0}
        onKeyDown={onKeyDown}
        onContextMenu={onContextMenu}
      />
      {hovered === null ? null : <PriceLegend bar={hovered} precision={precision} clock={clock} onToggle={toggle} />}
      {isLoading ? <p className={classes['loading']}>Loading prices …</p> : null}
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
          <IconAlertTriangle size={14} aria-hidden /> {errorText(failure)}{' '}
          <Button variant="subtle" onClick={props.onRetry}>
            Retry
          </Button>
        </div>
      )}
    </div>
  )
}
