import { Button } from '@mantine/core'
import type { Interval } from '@tradeloom/domain'
import { IconPencil, IconTable } from '@tabler/icons-react'
import { type KeyboardEvent, type ReactElement, useMemo, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import type { ChartSpan } from '../../charts/price-chart/chart-source.ts'
import { PriceCanvas, type PriceCanvasProps } from '../../charts/price-chart/price-canvas.tsx'
import { type PriceRow, rowTime } from '../../charts/price-chart/price-bars.ts'
import type { ComputedBars } from '../../charts/price-chart/price-look.ts'
import type { Grouping, LoadedSpan } from '../../charts/price-chart/controller-ports.ts'
import type { PriceController } from '../../charts/price-chart/price-controller.ts'
import { useUser } from '../user/bootstrap-query.ts'
import { useSetting } from '../settings/use-setting.ts'
import { CHART_CHOICE } from './chart-settings.ts'
import { ChartTable } from './chart-table.tsx'
import { DrawingBar } from './drawings/drawing-bar.tsx'
import { SelectedDrawing } from './drawings/selected-drawing.tsx'
import { useDrawings } from './drawings/use-drawings.ts'
import { ACTIVE_INDICATORS, type ActiveIndicator } from './indicators/active-indicators.ts'
import { IndicatorsPanel } from './indicators/indicators-panel.tsx'
import { useIndicatorLines } from './indicators/use-indicator-lines.ts'
import { OverlayNote } from './overlay/overlay-note.tsx'
import { type OverlayPlace, overlayPlace } from './overlay-place.ts'
import { OverlayTool } from './overlay/overlay-tool.tsx'
import { useOverlay } from './overlay/use-overlay.ts'
import classes from './price-chart.module.css'
import { useChartClock } from './use-chart-clock.ts'
import { usePipSize } from './use-pip-size.ts'
import { useShortIntervals } from './use-short-intervals.ts'
import { SnapshotButton } from './snapshot/snapshot-button.tsx'
import { ChartToolbar } from './toolbar/chart-toolbar.tsx'
import { ToolLabel } from './toolbar/tool-label.tsx'

type PriceChartProps = Omit<PriceCanvasProps, 'settings' | 'clock' | 'height' | 'onInterval' | 'onController'> & {
  /** In pixels, without the tool bar. */
  readonly height?: number
  /** The panel around the chart has a place for the tools in its header; null until it is there. */
  readonly toolsPlace?: HTMLElement | null
  readonly onReady?: (controller: PriceController | null) => void
  /** Where the dataset over the prices is kept; in the settings of the user if omitted. */
  readonly overlay?: OverlayPlace
  /** Called when the oldest bar that was loaded comes into view, with its time. */
  readonly onOldest?: (time: number) => void
}

interface TableBars {
  readonly interval: Interval
  readonly rows: readonly PriceRow[]
  readonly computed: ComputedBars | null
}

const NO_INDICATORS: ActiveIndicator[] = []

/** A price chart with its tools. */
export function PriceChart(given: PriceChartProps): ReactElement {
  const { height = 440, onReady, overlay: ownPlace, onOldest, toolsPlace, ...props } = given
  const source = useShortIntervals(props.source)
  const clock = useChartClock(source.instrumentId)
  const frame = useRef<HTMLElement>(null)
  const [choice, setChoice] = useSetting(CHART_CHOICE)
  const [chosen, setChosen] = useState<Interval>(source.interval)
  const [interval, setInterval] = useState<Interval>(source.interval)
  const [controller, setController] = useState<PriceController | null>(null)
  const [loaded, setLoaded] = useState<LoadedSpan | null>(null)
  const [table, setTable] = useState<TableBars | null>(null)
  const [active, setActive] = useSetting(ACTIVE_INDICATORS)
  // A chart with lines of its own, such as a test of an indicator, gets no others.
  const hasIndicators = props.indicators === undefined
  const chosenIndicators = useIndicatorLines(source.instrumentId, hasIndicators ? active : NO_INDICATORS, loaded)
  const { problems } = chosenIndicators
  const isSignedIn = Boolean(useUser())
  const place = overlayPlace(ownPlace, choice, setChoice)
  const overlay = hasIndicators && isSignedIn ? place.value : null
  const dataset = useOverlay(overlay, { interval, days: source.days, clock })
  const lines = useMemo(
    () => props.indicators ?? [...chosenIndicators.lines, ...dataset.lines],
    [props.indicators, chosenIndicators.lines, dataset.lines],
  )
  const { isAuto, side, type, hasGaps, brickPips } = choice
  const pipSize = usePipSize(source.instrumentId, props.precision)
  const grouping: Grouping = isAuto ? 'auto' : chosen
  const settings = useMemo(
    () => ({ grouping, pipSize, side, type, hasGaps, brickPips }),
    [grouping, pipSize, side, type, hasGaps, brickPips],
  )
  const onGrouping = (next: Grouping): void => {
    setChoice({ ...choice, isAuto: next === 'auto' })
    if (next !== 'auto') setChosen(next)
  }
  const tools = useDrawings(source.instrumentId, controller)
  const onKeyDown = (event: KeyboardEvent): void => {
    const { target } = event
    if (target instanceof HTMLInputElement) return
    // Enter on a button presses it.
    if (event.key === 'Enter' && target instanceof HTMLButtonElement) return
    if (tools.onKey(event)) event.preventDefault()
  }
  const showTable = (): void => {
    if (controller !== null) {
      const { interval: shown, view } = controller
      setTable({ interval: shown, rows: view.range.rowsInView(), computed: view.computed })
    }
  }
  const onSpan = (span: ChartSpan): void => {
    const fitted = controller?.intervalOf(span)
    // A period that is too long for the chosen bars gets longer ones.
    if (!isAuto && fitted !== undefined && fitted !== chosen) {
      setChosen(fitted)
      // At once: the next rendering would come after the request for the period.
      controller?.setSettings({ ...settings, grouping: fitted })
    }
    controller?.showSpan(span)
  }
  const toolbar = (
    <ChartToolbar
      source={source}
      controller={controller}
      grouping={grouping}
      interval={interval}
      choice={choice}
      frame={frame}
      onGrouping={onGrouping}
      onChoice={setChoice}
      onSpan={onSpan}
    >
      {hasIndicators ? <IndicatorsPanel active={active} problems={problems} onChange={setActive} /> : null}
      {hasIndicators && isSignedIn ? <OverlayTool overlay={overlay} onOverlay={place.set} /> : null}
      <Button
        variant="subtle"
        size="compact-xs"
        title="Draw"
        aria-pressed={tools.isOpen}
        leftSection={<IconPencil size={14} aria-hidden />}
        onClick={() => tools.onOpen(!tools.isOpen)}
      >
        <ToolLabel>Draw</ToolLabel>
      </Button>
      <SnapshotButton
        source={source}
        controller={controller}
        interval={interval}
        clock={clock}
        frame={frame}
        credit={dataset.terms?.text ?? null}
      />
      <Button
        variant="subtle"
        size="compact-xs"
        title="Show as table"
        aria-pressed={table !== null}
        leftSection={<IconTable size={14} aria-hidden />}
        onClick={() => (table === null ? showTable() : setTable(null))}
      >
        <ToolLabel>Show as table</ToolLabel>
      </Button>
    </ChartToolbar>
  )
  // What fills the screen has the tools in it.
  const setFrame = (element: HTMLDivElement | null): void => {
    frame.current = toolsPlace?.closest('section') ?? element
  }
  return (
    <div ref={setFrame} className={classes['chart']}>
      {toolsPlace === undefined ? toolbar : toolsPlace === null ? null : createPortal(toolbar, toolsPlace)}
      <div className={classes['stage']} onKeyDown={onKeyDown}>
        <div className={classes['body']} data-tour="chart" style={{ minHeight: height }}>
          <PriceCanvas
            {...props}
            source={source}
            settings={settings}
            clock={clock}
            indicators={lines}
            onLoaded={setLoaded}
            onSettled={() => {
              if (table !== null) showTable()
              const [oldest] = controller?.view.range.rowsInView() ?? []
              if (oldest !== undefined && loaded !== null && rowTime(oldest) === loaded.start) onOldest?.(loaded.start)
            }}
            height="100%"
            onInterval={setInterval}
            onController={(one) => {
              setController(one)
              onReady?.(one)
            }}
          />
          {tools.isOpen ? <DrawingBar tools={tools} onReveal={(time) => controller?.reveal(time)} /> : null}
          <SelectedDrawing tools={tools} />
        </div>
      </div>
      {overlay === null ? null : <OverlayNote overlay={overlay} view={dataset} onRemove={() => place.set(null)} />}
      {table === null ? null : <ChartTable source={source} precision={props.precision} clock={clock} {...table} />}
    </div>
  )
}
