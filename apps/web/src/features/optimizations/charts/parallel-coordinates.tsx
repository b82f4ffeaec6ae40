import { useComputedColorScheme } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { type PointerEvent, type ReactElement, useCallback, useMemo, useState } from 'react'
import { withOpacity } from '../../../charts/chart-colors.ts'
import { formatCount, formatPlain } from '../../../ui/format.ts'
import { Panel } from '../../../ui/panel.tsx'
import { brush, highlight, type RowCondition } from '../rows/row-selection.ts'
import { axisCondition } from './axis-condition.ts'
import { CanvasLayers } from './canvas-layers.tsx'
import type { ChartProps } from './chart-props.ts'
import { ColorKey } from './color-key.tsx'
import { type DrawnLines, drawnLines } from './drawn-lines.ts'
import { metricText, metricTitle } from './metric-name.ts'
import { type ParallelAxis, parallelAxes, parallelColumns } from './parallel-layout.ts'
import { RowHint } from './row-hint.tsx'
import { positionsWithin } from './positions-within.ts'
import { rowLines } from './row-lines.ts'
import type { Surface } from './surface.ts'
import { valueColors } from './value-colors.ts'
import { valueRange } from './value-range.ts'
import classes from './charts.module.css'

const HEIGHT = 320
/** Narrower axes cannot be read: the chart scrolls instead. */
const AXIS_WIDTH = 112
/** Pixels around an axis that brush it, and around a line that find it. */
const REACH = 14
const MIN_DRAG = 4

interface Drag {
  readonly axis: number
  readonly from: number
  readonly to: number
}

/** A line for each backtest through its externals and results; dragging along an axis brushes a range of it. */
export function ParallelCoordinates(props: ChartProps): ReactElement {
  const { optimization, rows, selection, brushed, onOpen } = props
  const { ref, width: outer } = useElementSize()
  const isDark = useComputedColorScheme('dark') === 'dark'
  const [drag, setDrag] = useState<Drag | null>(null)
  const conditions = selection((state) => state.conditions)
  const highlighted = selection((state) => state.highlighted)
  const [objective] = optimization.objectives
  const width = Math.max(outer, axisCount(props) * AXIS_WIDTH)
  const axes = useMemo(() => parallelAxes(rows, optimization, width, HEIGHT), [rows, optimization, width])
  const lines = useMemo(() => drawnLines(rows, optimization, brushed), [rows, optimization, brushed])
  const colors = useMemo(
    () =>
      valueColors(
        valueRange(rows.objectives[0] ?? rows.profit) ?? [0, 1],
        objective?.better ?? 'higher',
        isDark,
        'lines',
      ),
    [rows, objective, isDark],
  )
  const draw = useCallback(
    (surface: Surface) => {
      const values = rows.objectives[0] ?? rows.profit
      for (const row of lines.faint) stroke(surface, axes, row, withOpacity(surface.colors.text, 0.04))
      const [opacity, wide] = lines.strong.length > 600 ? [0.35, 1] : lines.strong.length > 100 ? [0.7, 1] : [0.9, 1.5]
      for (const row of lines.strong) stroke(surface, axes, row, colors.colorOf(values[row] as number), opacity, wide)
      for (const axis of axes) drawAxis(surface, axis, conditions)
    },
    [rows, axes, lines, colors, conditions],
  )
  const row = highlighted === null ? -1 : rows.rowOf(highlighted)
  const drawOver = useCallback(
    (surface: Surface) => {
      if (row >= 0) stroke(surface, axes, row, surface.colors.strong, 1, 2)
      if (drag !== null) marked(surface, axes[drag.axis], drag.from, drag.to)
    },
    [axes, row, drag],
  )
  const move = (event: PointerEvent<HTMLElement>): void => {
    const [x, y] = spotOf(event)
    if (drag !== null) setDrag({ ...drag, to: y })
    else {
      const found = lineUnder(axes, lines, x, y)
      highlight(selection, found < 0 ? null : (rows.index[found] ?? null))
    }
  }
  const press = (event: PointerEvent<HTMLElement>): void => {
    const [x, y] = spotOf(event)
    const axis = axes.findIndex(({ left }) => Math.abs(left - x) < REACH)
    if (axis < 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    setDrag({ axis, from: y, to: y })
  }
  const release = (event: PointerEvent<HTMLElement>): void => {
    const [x, y] = spotOf(event)
    const axis = axes[drag?.axis ?? -1]
    setDrag(null)
    if (axis === undefined || drag === null) {
      const found = lineUnder(axes, lines, x, y)
      if (found >= 0) onOpen(rows.index[found] as number)
      return
    }
    const isClick = Math.abs(y - drag.from) < MIN_DRAG
    brush(selection, [axis.column], isClick ? [] : conditionsOf(rows, axis, drag.from, y))
  }
  const text = (value: number): string => (objective ? metricText(objective.metric, value) : formatPlain(value, 2))
  const all = brushed?.reduce((sum, one) => sum + one, 0) ?? rows.count
  return (
    <Panel
      title="Parallel coordinates"
      detail={
        lines.isSample
          ? `${formatPlain(lines.strong.length)} of ${formatCount(all, 'backtest')}: the best 1,000 and an even sample`
          : formatCount(all, 'backtest')
      }
      flush
    >
      <div ref={ref} style={{ overflowX: 'auto' }} tabIndex={0} role="group" aria-label="Parallel coordinates">
        <div style={{ width }}>
          <CanvasLayers
            label={`Externals and results of ${formatCount(rows.count, 'backtest')} as lines over ${axes.map(({ label }) => label).join(', ')}. Ranges, above, brush them by keyboard; the table of backtests has the numbers.`}
            height={HEIGHT}
            draw={draw}
            drawOver={drawOver}
            data-hit={row >= 0 || undefined}
            onPointerDown={press}
            onPointerMove={move}
            onPointerUp={release}
            onPointerCancel={() => setDrag(null)}
            onPointerLeave={() => highlight(selection, null)}
          >
            {row < 0 || drag !== null ? null : (
              <RowHint lines={rowLines(rows, row, optimization)} left={width / 2} top={60} width={width} />
            )}
          </CanvasLayers>
        </div>
      </div>
      <p className={classes['note']}>
        Color: {metricTitle(objective?.metric ?? 'profit')}. Drag along an axis to brush it; click the axis to clear it.
      </p>
      <ColorKey colors={colors} text={text} />
    </Panel>
  )
}

/** What a stretch of an axis brushes; of an external whole values, so that their text says what is brushed. */
function conditionsOf({ lattice }: ChartProps['rows'], { column, y }: ParallelAxis, one: number, other: number) {
  const [from, to] = [y.invert(Math.max(one, other)), y.invert(Math.min(one, other))]
  if (!column.startsWith('external:')) return [{ column, from, to }]
  const axis = Number(column.slice('external:'.length))
  const inside = positionsWithin(lattice, axis, from, to)
  return inside === null ? [] : [axisCondition(lattice, axis, ...inside)]
}

function axisCount({ optimization, rows }: ChartProps): number {
  return parallelColumns(rows, optimization).length
}

function stroke(
  { context }: Surface,
  axes: readonly ParallelAxis[],
  row: number,
  color: string,
  opacity = 1,
  lineWidth = 1,
): void {
  context.globalAlpha = opacity
  context.strokeStyle = color
  context.lineWidth = lineWidth
  context.beginPath()
  for (const { left, y, read } of axes) context.lineTo(left, y(read(row)))
  context.stroke()
  context.globalAlpha = 1
}

function drawAxis({ context, colors }: Surface, axis: ParallelAxis, conditions: readonly RowCondition[]): void {
  const { left, y, label, text, column } = axis
  const [bottom = 0, top = 0] = y.range()
  const [low = 0, high = 0] = y.domain()
  context.strokeStyle = colors.text
  context.lineWidth = 1
  context.beginPath()
  context.moveTo(left, bottom)
  context.lineTo(left, top)
  context.stroke()
  context.textAlign = 'center'
  // Lines cross behind the texts, which stay readable on a ground of their own.
  context.textBaseline = 'middle'
  for (const [shown, place, color] of [
    [label.length > 17 ? `${label.slice(0, 16)}…` : label, 9, colors.strong],
    [text(high), top - 9, colors.text],
    [text(low), bottom + 11, colors.text],
  ] as const) {
    const half = context.measureText(shown).width / 2 + 3
    context.fillStyle = withOpacity(colors.background, 0.85)
    context.fillRect(left - half, place - 7, 2 * half, 14)
    context.fillStyle = color
    context.fillText(shown, left, place)
  }
  const condition = conditions.find((one) => one.column === column)
  if (condition === undefined) return
  const clamp = (value: number): number => y(Math.min(Math.max(value, Math.min(low, high)), Math.max(low, high)))
  context.fillStyle = withOpacity(colors.accent, 0.35)
  context.strokeStyle = colors.accent
  const [from, to] = [clamp(condition.from), clamp(condition.to)]
  context.fillRect(left - 6, Math.min(from, to) - 2, 12, Math.abs(to - from) + 4)
  context.strokeRect(left - 6, Math.min(from, to) - 2, 12, Math.abs(to - from) + 4)
}

function marked({ context, colors }: Surface, axis: ParallelAxis | undefined, from: number, to: number): void {
  if (axis === undefined) return
  context.fillStyle = withOpacity(colors.accent, 0.35)
  context.fillRect(axis.left - 6, Math.min(from, to), 12, Math.abs(to - from))
}

/** The drawn line nearest to a spot, or -1. */
function lineUnder(axes: readonly ParallelAxis[], { strong }: DrawnLines, x: number, y: number): number {
  const next = axes.findIndex(({ left }) => left > x)
  const [one, other] = [axes[next - 1], axes[next]]
  if (one === undefined || other === undefined) return -1
  const part = (x - one.left) / (other.left - one.left)
  let [best, distance] = [-1, REACH / 2]
  for (const row of strong) {
    const away = Math.abs(one.y(one.read(row)) * (1 - part) + other.y(other.read(row)) * part - y)
    if (away <= distance) [best, distance] = [row, away]
  }
  return best
}

function spotOf(event: PointerEvent<HTMLElement>): readonly [number, number] {
  const box = event.currentTarget.getBoundingClientRect()
  return [event.clientX - box.left, event.clientY - box.top]
}
