import { type KeyboardEvent, type PointerEvent, type ReactElement, useCallback, useMemo, useRef, useState } from 'react'
import { useElementSize } from '@mantine/hooks'
import type { ChartColors } from '../../../charts/chart-colors.ts'
import type { OptimizationRows } from '../rows/optimization-rows.ts'
import { highlight, type RowSelection } from '../rows/row-selection.ts'
import { CanvasLayers } from './canvas-layers.tsx'
import { drawAxes, plotArea, type PlotArea } from './plot-area.ts'
import { PointGrid } from './point-grid.ts'
import { drawPoints, type PointSeries } from './draw-points.ts'
import { RowHint } from './row-hint.tsx'
import type { Surface } from './surface.ts'
import { valueRange } from './value-range.ts'

/** A part of the plot, in the values of its axes. */
export interface PlotRange {
  readonly x: readonly [number, number]
  readonly y: readonly [number, number]
}

interface PointPlotProps {
  readonly label: string
  readonly rows: OptimizationRows
  /** Values by row; a NaN is not drawn. */
  readonly series: readonly PointSeries[]
  readonly selection: RowSelection
  /** 1 for rows to show at full strength; null for all. */
  readonly brushed: Uint8Array | null
  readonly xLabel: string
  readonly yLabel: string
  readonly xText?: (value: number) => string
  readonly linesOf: (row: number) => readonly string[]
  readonly onOpen: (index: number) => void
  /** After a part was marked by dragging. */
  readonly onBrush?: (range: PlotRange) => void
  /** Drawn above the points: a line of medians, a front. */
  readonly drawAbove?: (surface: Surface, area: PlotArea) => void
  readonly hasZero?: boolean
  readonly height?: number
}

/** Shorter ones are clicks. */
const MIN_DRAG = 5

type Spot = readonly [number, number]

/** Any number of rows as points. Arrow keys walk through them, Enter opens one; the table has the same rows. */
export function PointPlot(props: PointPlotProps): ReactElement {
  const { label, rows, series, selection, brushed, xLabel, yLabel, xText, linesOf, onOpen, onBrush } = props
  const { drawAbove, hasZero = true, height = 320 } = props
  const { ref, width } = useElementSize()
  const highlighted = selection((state) => state.highlighted)
  const [drag, setDrag] = useState<{ readonly from: Spot; readonly to: Spot } | null>(null)
  const area = useMemo(() => areaOf(series, width, height, hasZero), [series, width, height, hasZero])
  const grid = useRef<{ readonly of: PlotArea; readonly points: PointGrid } | null>(null)

  const draw = useCallback(
    (surface: Surface) => {
      drawAxes(surface, area, { xLabel, yLabel, ...(xText && { xText }) })
      drawPoints(surface, area, series, brushed)
      drawAbove?.(surface, area)
    },
    [area, series, brushed, xLabel, yLabel, xText, drawAbove],
  )
  const row = highlighted === null ? -1 : rows.rowOf(highlighted)
  const drawOver = useCallback(
    (surface: Surface) => {
      if (row >= 0) for (const one of series) ring(surface, area, one, row)
      if (drag !== null) marked(surface, drag.from, drag.to)
    },
    [area, series, row, drag],
  )

  const rowUnder = ([x, y]: Spot): number => {
    if (grid.current?.of !== area) grid.current = { of: area, points: gridOf(series, area, width, height) }
    const found = grid.current.points.nearest(x, y)
    return found < 0 ? -1 : found % Math.max(1, series[0]?.x.length ?? 1)
  }
  const move = (event: PointerEvent<HTMLElement>): void => {
    const spot = spotOf(event)
    if (drag !== null) setDrag({ from: drag.from, to: spot })
    else {
      const under = rowUnder(spot)
      highlight(selection, under < 0 ? null : (rows.index[under] ?? null))
    }
  }
  const release = (event: PointerEvent<HTMLElement>): void => {
    const spot = spotOf(event)
    setDrag(null)
    if (drag !== null && isDrag(drag.from, spot)) onBrush?.(rangeOf(area, drag.from, spot))
    else {
      const under = rowUnder(spot)
      if (under >= 0) onOpen(rows.index[under] as number)
    }
  }
  const walk = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    if (step !== 0 && rows.count > 0) {
      event.preventDefault()
      highlight(selection, rows.index[Math.min(rows.count - 1, Math.max(0, row + step))] ?? null)
    } else if (event.key === 'Enter' && row >= 0) onOpen(rows.index[row] as number)
    else if (event.key === 'Escape') highlight(selection, null)
  }
  return (
    <div ref={ref}>
      <CanvasLayers
        label={label}
        height={height}
        draw={draw}
        drawOver={drawOver}
        tabIndex={0}
        role="group"
        data-hit={row >= 0 || undefined}
        onPointerDown={(event) => {
          if (onBrush === undefined || event.pointerType === 'touch') return
          event.currentTarget.setPointerCapture(event.pointerId)
          setDrag({ from: spotOf(event), to: spotOf(event) })
        }}
        onPointerMove={move}
        onPointerUp={release}
        onPointerCancel={() => setDrag(null)}
        onPointerLeave={() => highlight(selection, null)}
        onKeyDown={walk}
      >
        {row < 0 || drag !== null ? null : (
          <RowHint lines={linesOf(row)} width={width} {...hintSpot(series, area, row)} />
        )}
      </CanvasLayers>
    </div>
  )
}

function areaOf(series: readonly PointSeries[], width: number, height: number, hasZero: boolean): PlotArea {
  const [xLow, xHigh] = spanOf(series.map(({ x }) => valueRange(x)))
  const [yLow, yHigh] = spanOf(series.map(({ y }) => valueRange(y, hasZero ? 0 : undefined)))
  return plotArea([xLow, xHigh], [yLow, yHigh], width, height)
}

function spanOf(ranges: readonly (readonly [number, number] | null)[]): [number, number] {
  const known = ranges.filter((range) => range !== null)
  if (known.length === 0) return [0, 1]
  return [Math.min(...known.map(([low]) => low)), Math.max(...known.map(([, high]) => high))]
}

function gridOf(series: readonly PointSeries[], area: PlotArea, width: number, height: number): PointGrid {
  const all = series.flatMap(({ x }) => x.length).reduce((sum, length) => sum + length, 0)
  const [xs, ys] = [new Float32Array(all), new Float32Array(all)]
  let place = 0
  for (const { x, y } of series) {
    for (let i = 0; i < x.length; i++, place++) {
      xs[place] = area.x(x[i] as number)
      ys[place] = area.y(y[i] as number)
    }
  }
  return new PointGrid(xs, ys, width, height)
}

function ring({ context, colors }: Surface, { x, y }: PlotArea, series: PointSeries, row: number): void {
  const [left, top] = [x(series.x[row] ?? NaN), y(series.y[row] ?? NaN)]
  if (!Number.isFinite(left) || !Number.isFinite(top)) return
  context.strokeStyle = colors[series.color as keyof ChartColors]
  context.lineWidth = 2
  context.beginPath()
  context.arc(left, top, 6, 0, 2 * Math.PI)
  context.stroke()
}

function marked({ context, colors }: Surface, [x1, y1]: Spot, [x2, y2]: Spot): void {
  context.strokeStyle = colors.accent
  context.setLineDash([4, 3])
  context.strokeRect(Math.min(x1, x2), Math.min(y1, y2), Math.abs(x2 - x1), Math.abs(y2 - y1))
}

function spotOf(event: PointerEvent<HTMLElement>): Spot {
  const box = event.currentTarget.getBoundingClientRect()
  return [event.clientX - box.left, event.clientY - box.top]
}

function isDrag([x1, y1]: Spot, [x2, y2]: Spot): boolean {
  return Math.hypot(x2 - x1, y2 - y1) >= MIN_DRAG
}

function rangeOf({ x, y }: PlotArea, [x1, y1]: Spot, [x2, y2]: Spot): PlotRange {
  return {
    x: [x.invert(Math.min(x1, x2)), x.invert(Math.max(x1, x2))],
    y: [y.invert(Math.max(y1, y2)), y.invert(Math.min(y1, y2))],
  }
}

/** At the first value of the row; at the bottom if it has none. */
function hintSpot(series: readonly PointSeries[], { x, y }: PlotArea, row: number): { left: number; top: number } {
  const shown = series.find((one) => Number.isFinite(one.x[row]) && Number.isFinite(one.y[row]))
  if (shown !== undefined) return { left: x(shown.x[row] as number), top: y(shown.y[row] as number) }
  const at = series[0]?.x[row] ?? NaN
  return { left: x(Number.isFinite(at) ? at : (x.domain()[0] ?? 0)), top: y.range()[0] ?? 0 }
}
