import { type ReactElement, useCallback, useMemo } from 'react'
import { formatCount, formatPlain } from '../../../ui/format.ts'
import { Panel } from '../../../ui/panel.tsx'
import { brush } from '../rows/row-selection.ts'
import type { ChartProps } from './chart-props.ts'
import type { PointSeries } from './draw-points.ts'
import { Legend } from './legend.tsx'
import { PointPlot } from './point-plot.tsx'
import { MAX_DRAWDOWN } from '../../../ui/profit-terms.ts'
import { rowLines } from './row-lines.ts'

/** Profit and maximum drawdown of every backtest by its index. */
export function RunsScatter({ optimization, rows, selection, brushed, onOpen }: ChartProps): ReactElement {
  const series = useMemo<PointSeries[]>(() => {
    const isUsable = (row: number): boolean => rows.status[row] !== 1
    const profit = rows.profit.map((value, row) => (isUsable(row) ? value : NaN))
    const drawdown = rows.maxDrawdown.map((value, row) => (isUsable(row) ? value : NaN))
    return [
      { label: 'Profit', color: 'accent', shape: 'round', x: rows.index, y: profit },
      { label: MAX_DRAWDOWN, color: 'warn', shape: 'diamond', x: rows.index, y: drawdown },
    ]
  }, [rows])
  const linesOf = useCallback((row: number) => rowLines(rows, row, optimization), [rows, optimization])
  const currency = optimization.accountCurrency
  return (
    <Panel
      title="Backtest Runs"
      detail={formatCount(rows.count, 'backtest')}
      flush
      actions={<Legend entries={series} />}
    >
      <PointPlot
        label={`Profit and maximum drawdown of ${formatCount(rows.count, 'backtest')} by index, in ${currency}. Arrow keys move from one to the next, Enter opens it; the table of backtests has the numbers.`}
        rows={rows}
        series={series}
        selection={selection}
        brushed={brushed}
        xLabel="Index"
        yLabel={currency}
        xText={(value) => (Number.isInteger(value) ? formatPlain(value) : '')}
        linesOf={linesOf}
        onOpen={onOpen}
        onBrush={({ x, y }) =>
          brush(
            selection,
            ['index', 'profit'],
            [
              { column: 'index', from: Math.ceil(x[0]), to: Math.floor(x[1]) },
              { column: 'profit', from: y[0], to: y[1] },
            ],
          )
        }
      />
    </Panel>
  )
}
