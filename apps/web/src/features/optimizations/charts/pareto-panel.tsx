import { type ReactElement, useCallback, useMemo, useState } from 'react'
import { formatCount } from '../../../ui/format.ts'
import { Panel } from '../../../ui/panel.tsx'
import { paretoRows } from '../rows/pareto-rows.ts'
import { brush } from '../rows/row-selection.ts'
import type { ChartProps } from './chart-props.ts'
import type { PointSeries } from './draw-points.ts'
import { Legend } from './legend.tsx'
import { metricText, metricTitle } from './metric-name.ts'
import { ObjectivePair } from './objective-pair.tsx'
import { PointPlot } from './point-plot.tsx'
import { rowLines } from './row-lines.ts'

/** Two objectives against each other, and the backtests that no other one beats in all of them. */
export function ParetoPanel({ optimization, rows, selection, brushed, onOpen }: ChartProps): ReactElement | null {
  const { objectives } = optimization
  const [[x, y], setPair] = useState<readonly [number, number]>([1, 0])
  const front = useMemo(() => paretoRows(rows, objectives), [rows, objectives])
  const series = useMemo<PointSeries[]>(() => {
    const valuesOf = (place: number): Float64Array =>
      (rows.objectives[place] ?? rows.profit).map((value, row) => (rows.status[row] === 0 ? value : NaN))
    const [xs, ys] = [valuesOf(x), valuesOf(y)]
    const onFront = new Set(front)
    return [
      { label: 'Backtests', color: 'text', shape: 'round', x: xs, y: ys.map((v, row) => (onFront.has(row) ? NaN : v)) },
      {
        label: 'Pareto front',
        color: 'accent',
        shape: 'diamond',
        x: xs,
        y: ys.map((v, row) => (onFront.has(row) ? v : NaN)),
      },
    ]
  }, [rows, front, x, y])
  const linesOf = useCallback((row: number) => rowLines(rows, row, optimization), [rows, optimization])
  const [xMetric, yMetric] = [objectives[x]?.metric ?? '', objectives[y]?.metric ?? '']
  return (
    <Panel
      title="Pareto front"
      detail={`${formatCount(front.length, 'backtest')} that no other beats in every objective`}
      flush
      actions={
        <>
          {objectives.length > 2 ? <ObjectivePair objectives={objectives} pair={[x, y]} onChange={setPair} /> : null}
          <Legend entries={series} />
        </>
      }
    >
      <PointPlot
        label={`${metricTitle(yMetric)} against ${metricTitle(xMetric)}; ${formatCount(front.length, 'backtest')} on the Pareto front. The table of backtests has the numbers.`}
        rows={rows}
        series={series}
        selection={selection}
        brushed={brushed}
        xLabel={`${metricTitle(xMetric)}${arrow(objectives[x]?.better)}`}
        yLabel={`${metricTitle(yMetric)}${arrow(objectives[y]?.better)}`}
        xText={(value) => metricText(xMetric, value)}
        linesOf={linesOf}
        onOpen={onOpen}
        hasZero={false}
        height={300}
        onBrush={(range) =>
          brush(
            selection,
            [`objective:${x}`, `objective:${y}`],
            [
              { column: `objective:${x}`, from: range.x[0], to: range.x[1] },
              { column: `objective:${y}`, from: range.y[0], to: range.y[1] },
            ],
          )
        }
      />
    </Panel>
  )
}

function arrow(better: 'higher' | 'lower' | undefined): string {
  return better === 'lower' ? ' (lower is better)' : ' (higher is better)'
}
