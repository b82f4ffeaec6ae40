import { Select } from '@mantine/core'
import { type ReactElement, useCallback, useMemo, useState } from 'react'
import { formatPlain } from '../../../ui/format.ts'
import { externalValue } from '../rows/external-value.ts'
import type { OptimizationRows } from '../rows/optimization-rows.ts'
import { brush } from '../rows/row-selection.ts'
import { axisCondition } from './axis-condition.ts'
import type { ChartProps } from './chart-props.ts'
import type { PointSeries } from './draw-points.ts'
import { FoldedPanel } from '../../../ui/folded-panel.tsx'
import { medianOf } from './median-of.ts'
import type { PlotArea } from './plot-area.ts'
import { PointPlot } from './point-plot.tsx'
import { positionsWithin } from './positions-within.ts'
import { rowLines } from './row-lines.ts'
import type { Surface } from './surface.ts'
import { varyingAxes } from './varying-axes.ts'

/** Profit by the value of one external, with the median of each value. */
export function ExternalsProfit(props: ChartProps): ReactElement | null {
  const axes = varyingAxes(props.rows.lattice)
  const [chosen, setChosen] = useState(axes[0]?.axis ?? 0)
  if (axes.length === 0) return null
  return (
    <FoldedPanel
      title="Externals/Profit"
      actions={
        <Select
          size="xs"
          w={180}
          aria-label="External"
          allowDeselect={false}
          data={axes.map(({ axis, name }) => ({ value: String(axis), label: name }))}
          value={String(chosen)}
          onChange={(value) => setChosen(Number(value))}
        />
      }
    >
      <ProfitByValue key={chosen} {...props} axis={chosen} />
    </FoldedPanel>
  )
}

function ProfitByValue({
  optimization,
  rows,
  selection,
  brushed,
  onOpen,
  axis,
}: ChartProps & { readonly axis: number }) {
  const name = rows.lattice.axes[axis]?.name ?? ''
  const series = useMemo<PointSeries[]>(() => {
    const x = Float64Array.from(rows.profit, (_, row) => externalValue(rows, row, axis))
    const y = rows.profit.map((value, row) => (rows.status[row] === 0 ? value : NaN))
    return [{ label: 'Profit', color: 'accent', shape: 'round', x, y }]
  }, [rows, axis])
  const medians = useMemo(() => medianByPosition(rows, axis), [rows, axis])
  const drawAbove = useCallback(
    ({ context, colors }: Surface, { x, y }: PlotArea) => {
      context.strokeStyle = colors.strong
      context.lineWidth = 2
      context.beginPath()
      for (const [value, median] of medians) context.lineTo(x(value), y(median))
      context.stroke()
    },
    [medians],
  )
  const linesOf = useCallback((row: number) => rowLines(rows, row, optimization), [rows, optimization])
  return (
    <PointPlot
      label={`Profit by the value of ${name}; the line is the median of each value. The table of backtests has the numbers.`}
      rows={rows}
      series={series}
      selection={selection}
      brushed={brushed}
      xLabel={name}
      yLabel={`Profit, ${optimization.accountCurrency}; line: median`}
      xText={(value) => formatPlain(value, 6)}
      linesOf={linesOf}
      onOpen={onOpen}
      drawAbove={drawAbove}
      onBrush={({ x, y }) => {
        const inside = positionsWithin(rows.lattice, axis, x[0], x[1])
        if (inside === null) return
        brush(
          selection,
          [`external:${axis}`, 'profit'],
          [axisCondition(rows.lattice, axis, ...inside), { column: 'profit', from: y[0], to: y[1] }],
        )
      }}
    />
  )
}

/** Value of the external and median profit of its rows, in the order of the values. */
function medianByPosition(rows: OptimizationRows, axis: number): [number, number][] {
  const { axes } = rows.lattice
  const groups = new Map<number, number[]>()
  for (let row = 0; row < rows.count; row++) {
    if (rows.status[row] !== 0) continue
    const position = rows.points[row * axes.length + axis] ?? 0
    const group = groups.get(position)
    if (group === undefined) groups.set(position, [rows.profit[row] as number])
    else group.push(rows.profit[row] as number)
  }
  return [...groups]
    .toSorted(([a], [b]) => a - b)
    .map(([position, profits]) => [axes[axis]?.valueAt(position) ?? NaN, medianOf(Float64Array.from(profits))])
}
