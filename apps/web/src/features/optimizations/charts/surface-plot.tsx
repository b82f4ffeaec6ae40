import { useComputedColorScheme } from '@mantine/core'
import { type KeyboardEvent, type ReactElement, useCallback, useMemo, useState } from 'react'
import { Panel } from '../../../ui/panel.tsx'
import { CanvasLayers } from './canvas-layers.tsx'
import type { ChartProps } from './chart-props.ts'
import { ColorKey } from './color-key.tsx'
import { drawSurface, type View } from './draw-surface.ts'
import { ExternalPair } from './external-pair.tsx'
import { heatGrid } from './heat-grid.ts'
import { hasLonePoints } from './lone-points.ts'
import { metricText, metricTitle } from './metric-name.ts'
import { objectiveValues } from './objective-values.ts'
import type { Surface } from './surface.ts'
import { valueColors } from './value-colors.ts'
import { valueRange } from './value-range.ts'
import { varyingAxes } from './varying-axes.ts'
import classes from './charts.module.css'

const HEIGHT = 340
/** More than these would be smaller than a few pixels; a scattered search needs neighbors to be a landscape. */
const CELLS = { most: 48, fewest: 8, pairs: 3 } as const
const FIRST: View = { turn: 0.65, tilt: 0.6 }
const STEP = 0.12

/** Two of at least two externals that vary and the objective as a landscape: a plateau is flat, luck stands alone. */
export function SurfacePlot(props: ChartProps): ReactElement {
  const axes = varyingAxes(props.rows.lattice)
  const [chosen, setChosen] = useState<readonly [number, number] | null>(null)
  const [x, y] = chosen ?? [axes[0]?.axis ?? 0, axes[1]?.axis ?? 0]
  return (
    <Panel
      title="Surface"
      flush
      actions={<ExternalPair axes={axes} x={x} y={y} onChange={(...pair) => setChosen(pair)} />}
    >
      <Landscape {...props} x={x} y={y} />
    </Panel>
  )
}

function Landscape({
  optimization,
  rows,
  x,
  y,
}: ChartProps & { readonly x: number; readonly y: number }): ReactElement {
  const isDark = useComputedColorScheme('dark') === 'dark'
  const [view, setView] = useState(FIRST)
  const [grip, setGrip] = useState<{ readonly x: number; readonly y: number; readonly view: View } | null>(null)
  const { strategy } = optimization
  const { metric, better } = optimization.objectives[0] ?? { metric: 'profit', better: 'higher' as const }
  const grid = useMemo(
    () =>
      heatGrid(rows, {
        xAxis: x,
        yAxis: y,
        values: objectiveValues(rows),
        of: 'median',
        better,
        cells: { ...CELLS, isExhaustive: strategy === 'exhaustive' },
      }),
    [rows, x, y, better, strategy],
  )
  const colors = useMemo(() => valueColors(valueRange(grid.values) ?? [0, 1], better, isDark), [grid, better, isDark])
  const [xAxis, yAxis] = [rows.lattice.axes[x], rows.lattice.axes[y]]
  const draw = useCallback(
    (surface: Surface) => {
      if (xAxis !== undefined && yAxis !== undefined) drawSurface(surface, grid, colors, view, { x: xAxis, y: yAxis })
    },
    [grid, colors, view, xAxis, yAxis],
  )
  const turnBy = (turn: number, tilt: number, from = view): void =>
    setView({ turn: from.turn + turn, tilt: Math.min(1.5, Math.max(0.1, from.tilt + tilt)) })
  const turn = (event: KeyboardEvent): void => {
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key]
    if (step === undefined) return
    event.preventDefault()
    turnBy((step[0] ?? 0) * STEP, (step[1] ?? 0) * STEP)
  }
  return (
    <>
      <CanvasLayers
        label={`Median ${metricTitle(metric)} over ${xAxis?.name} and ${yAxis?.name} as a landscape. Arrow keys turn it; the heat map has the same values.`}
        height={HEIGHT}
        draw={draw}
        tabIndex={0}
        role="group"
        data-turn
        onKeyDown={turn}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId)
          setGrip({ x: event.clientX, y: event.clientY, view })
        }}
        onPointerMove={(event) => {
          if (grip !== null) turnBy((event.clientX - grip.x) / 150, (event.clientY - grip.y) / 150, grip.view)
        }}
        onPointerUp={() => setGrip(null)}
        onPointerCancel={() => setGrip(null)}
      />
      <ColorKey colors={colors} text={(value) => metricText(metric, value)} />
      <p className={classes['note']}>
        {`Height: median ${metricTitle(metric)} of ${grid.xStep * grid.yStep > 1 ? 'neighboring values and ' : ''}the other externals. `}
        {hasLonePoints(grid) ? 'Dots: values whose neighbors were not tested. ' : null}
        Drag to turn.
      </p>
    </>
  )
}
