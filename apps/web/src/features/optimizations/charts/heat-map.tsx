import { SegmentedControl, useComputedColorScheme } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import type { Axis } from '@tradeloom/optimizer'
import { type KeyboardEvent, type PointerEvent, type ReactElement, useCallback, useMemo, useState } from 'react'
import { formatCount, formatNumber, formatPlain } from '../../../ui/format.ts'
import { Panel } from '../../../ui/panel.tsx'
import { EmptyState, LoadingBlock } from '../../../ui/states.tsx'
import { brush, type RowCondition } from '../rows/row-selection.ts'
import { axisCondition } from './axis-condition.ts'
import { CanvasLayers } from './canvas-layers.tsx'
import { cellRange, cellText } from './cell-range.ts'
import type { ChartProps } from './chart-props.ts'
import { ColorKey } from './color-key.tsx'
import { drawHeatMap, heatPlace } from './draw-heat-map.ts'
import { ExternalPair } from './external-pair.tsx'
import { type HeatGrid, heatGrid } from './heat-grid.ts'
import { metricText, metricTitle } from './metric-name.ts'
import { objectiveValues } from './objective-values.ts'
import { RowHint } from './row-hint.tsx'
import type { Surface } from './surface.ts'
import { MAX_SCATTERED, usePlateau } from './use-plateau.ts'
import { valueColors } from './value-colors.ts'
import { valueRange } from './value-range.ts'
import { varyingAxes } from './varying-axes.ts'
import classes from './charts.module.css'

const HEIGHT = 340
/** More cells than these are smaller than a pixel, and fewer hide where a search has been. */
const CELLS = { most: 400, fewest: 24, pairs: 1 } as const

type Mode = 'median' | 'best' | 'plateau'

/** The objective over two of at least two externals that vary: the middle of what the others give, so that a lucky one does not paint a cell. */
export function HeatMap(props: ChartProps): ReactElement {
  const axes = varyingAxes(props.rows.lattice)
  const [chosen, setChosen] = useState<readonly [number, number] | null>(null)
  const [mode, setMode] = useState<Mode>('median')
  const [x, y] = chosen ?? [axes[0]?.axis ?? 0, axes[1]?.axis ?? 0]
  const best = props.optimization.objectives[0]?.better === 'lower' ? 'Min' : 'Max'
  return (
    <Panel
      title="Heat map"
      flush
      actions={
        <>
          <ExternalPair axes={axes} x={x} y={y} onChange={(...pair) => setChosen(pair)} />
          <SegmentedControl
            size="xs"
            aria-label="Value of a cell"
            data={[
              { value: 'median', label: axes.length > 2 ? 'Median' : 'Value' },
              ...(axes.length > 2 ? [{ value: 'best', label: best }] : []),
              { value: 'plateau', label: 'Plateau' },
            ]}
            value={mode}
            onChange={(value) => setMode(value as Mode)}
          />
        </>
      }
    >
      <HeatCells {...props} x={x} y={y} mode={mode} />
    </Panel>
  )
}

interface CellsProps extends ChartProps {
  readonly x: number
  readonly y: number
  readonly mode: Mode
}

/** The cells of the chosen mode; plateau scores of many backtests take a moment. */
function HeatCells(props: CellsProps): ReactElement {
  const { optimization, rows, mode, x, y } = props
  const isPlateau = mode === 'plateau'
  const plateau = usePlateau(rows, optimization.objectives[0]?.better ?? 'higher', isPlateau)
  const objective = useMemo(() => objectiveValues(rows), [rows])
  const values = isPlateau ? plateau : objective
  if (values === 'computing') return <LoadingBlock height={HEIGHT} />
  if (values === 'failed') return <EmptyState title="No plateau scores" text="They could not be computed here." />
  if (values === 'too-many') {
    const text = `Plateau scores of a search that skips cells are drawn for up to ${formatPlain(MAX_SCATTERED)} backtests. The page about luck names the best plateau of any number.`
    return <EmptyState title="Too many backtests" text={text} />
  }
  return <Cells key={`${x} ${y}`} {...props} values={values} />
}

interface ValuesProps extends CellsProps {
  /** By row. */
  readonly values: Float64Array
}

function Cells({ optimization, rows, selection, x: xAxis, y: yAxis, mode, values }: ValuesProps): ReactElement {
  const { ref, width } = useElementSize()
  const isDark = useComputedColorScheme('dark') === 'dark'
  const [cell, setCell] = useState<readonly [number, number] | null>(null)
  const { metric, better } = optimization.objectives[0] ?? { metric: 'profit', better: 'higher' as const }
  const { strategy } = optimization
  const grid = useMemo(() => {
    const scoreBetter = mode === 'plateau' ? 'higher' : better
    const of = mode === 'best' ? 'best' : 'median'
    const cells = { ...CELLS, isExhaustive: strategy === 'exhaustive' }
    return heatGrid(rows, { xAxis, yAxis, values, of, better: scoreBetter, cells })
  }, [rows, xAxis, yAxis, mode, better, values, strategy])
  const colors = useMemo(
    () => valueColors(valueRange(grid.values) ?? [0, 1], mode === 'plateau' ? 'higher' : better, isDark),
    [grid, better, mode, isDark],
  )
  const [x, y] = [rows.lattice.axes[xAxis], rows.lattice.axes[yAxis]]
  const draw = useCallback(
    (surface: Surface) => {
      if (x !== undefined && y !== undefined) drawHeatMap(surface, grid, { x, y }, colors)
    },
    [grid, x, y, colors],
  )
  const drawOver = useCallback(
    ({ context, colors: theme, width: wide, height }: Surface) => {
      if (cell === null) return
      const place = heatPlace(grid, wide, height)
      context.strokeStyle = theme.strong
      context.lineWidth = 2
      context.strokeRect(place.x(cell[0]), place.y(cell[1]), place.cellWidth, place.cellHeight)
    },
    [grid, cell],
  )
  const text = (value: number): string => (mode === 'plateau' ? formatNumber(value, 3) : metricText(metric, value))
  const place = heatPlace(grid, width, HEIGHT)
  const conditionOf = (axis: number, at: number, step: number): RowCondition => {
    const { size = 1 } = rows.lattice.axes[axis] ?? {}
    const [first, last] = cellRange(size, at, step)
    return axisCondition(rows.lattice, axis, first, last)
  }
  const show = ([cellX, cellY]: readonly [number, number]): void =>
    brush(
      selection,
      [`external:${xAxis}`, `external:${yAxis}`],
      [conditionOf(xAxis, cellX, grid.xStep), conditionOf(yAxis, cellY, grid.yStep)],
    )
  const walk = (event: KeyboardEvent): void => {
    const step = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key]
    if (step !== undefined) {
      event.preventDefault()
      const [fromX, fromY] = cell ?? [0, 0]
      const clamp = (value: number, size: number): number => Math.min(size - 1, Math.max(0, value))
      setCell([clamp(fromX + (step[0] ?? 0), grid.width), clamp(fromY + (step[1] ?? 0), grid.height)])
    } else if (event.key === 'Enter' && cell !== null) show(cell)
  }
  const value = cell === null ? NaN : (grid.values[cell[1] * grid.width + cell[0]] ?? NaN)
  const count = cell === null ? 0 : (grid.counts[cell[1] * grid.width + cell[0]] ?? 0)
  const name = mode === 'plateau' ? 'Plateau score' : metricTitle(metric)
  return (
    <>
      <div ref={ref}>
        <CanvasLayers
          label={`${name} over ${x?.name} and ${y?.name}. Arrow keys move from cell to cell, Enter shows its backtests.`}
          height={HEIGHT}
          draw={draw}
          drawOver={drawOver}
          tabIndex={0}
          role="group"
          data-hit={cell === null ? undefined : true}
          onPointerMove={(event) => setCell(cellUnder(event, place))}
          onPointerLeave={() => setCell(null)}
          onPointerUp={(event) => {
            const under = cellUnder(event, place)
            if (under !== null) show(under)
          }}
          onKeyDown={walk}
        >
          {cell === null ? null : (
            <RowHint
              lines={[
                x && y ? `${cellText(x, cell[0], grid.xStep)}, ${cellText(y, cell[1], grid.yStep)}` : '',
                count === 0
                  ? 'Not tested'
                  : Number.isNaN(value)
                    ? 'No value'
                    : `${count > 1 ? `${mode === 'best' ? 'Best' : 'Median'} of ${formatCount(count, 'backtest')}: ` : ''}${name} ${text(value)}`,
              ]}
              left={place.x(cell[0]) + place.cellWidth / 2}
              top={place.y(cell[1])}
              width={width}
            />
          )}
        </CanvasLayers>
      </div>
      <ColorKey colors={colors} text={text} hasUntested={grid.counts.includes(0)} />
      <p className={classes['note']}>
        {mode === 'plateau'
          ? 'How good the surroundings of a backtest are, 0 to 1: a lone peak scores low. Click a cell to see its backtests.'
          : `${name}. Click a cell to see its backtests.`}
        {grid.xStep * grid.yStep > 1 && x && y ? ` ${widthText(grid, x, y)}` : null}
      </p>
    </>
  )
}

function cellUnder(
  event: PointerEvent<HTMLElement>,
  place: ReturnType<typeof heatPlace>,
): readonly [number, number] | null {
  const box = event.currentTarget.getBoundingClientRect()
  return place.cellAt(event.clientX - box.left, event.clientY - box.top)
}

/** Why a cell holds several values. */
function widthText({ pairs, xStep, yStep }: HeatGrid, x: Axis, y: Axis): string {
  const values = (count: number, name: string): string => `${formatCount(count, 'value')} of ${name}`
  return `${formatPlain(pairs)} of ${formatPlain(x.size * y.size)} pairs were tested: a cell holds ${values(xStep, x.name)} and ${values(yStep, y.name)}.`
}
