import { type ScaleLinear, scaleLinear } from 'd3-scale'
import type { Optimization } from '@tradeloom/contracts'
import type { OptimizationRows } from '../rows/optimization-rows.ts'
import { type RowColumn, rowColumn } from '../rows/row-column.ts'
import { columnLabel } from './column-label.ts'
import { metricText } from './metric-name.ts'
import { valueRange } from './value-range.ts'
import { varyingAxes } from './varying-axes.ts'
import { formatNumber, formatPlain } from '../../../ui/format.ts'

export interface ParallelAxis {
  readonly column: RowColumn
  readonly label: string
  /** A value as the table has it. */
  readonly text: (value: number) => string
  /** From value to pixel, top down. */
  readonly y: ScaleLinear<number, number>
  readonly left: number
  readonly read: (row: number) => number
}

const TOP = 34
const BOTTOM = 24
const SIDE = 58

/** One vertical axis for each external that varies, each objective, and the drawdown. */
export function parallelAxes(
  rows: OptimizationRows,
  optimization: Optimization,
  width: number,
  height: number,
): ParallelAxis[] {
  const columns = parallelColumns(rows, optimization)
  return columns.map((column, i) => {
    const read = rowColumn(rows, column)
    const [low, high] = rangeOf(rows, column, read)
    return {
      column,
      label: columnLabel(column, rows, optimization),
      text: (value) => columnText(column, value, optimization),
      y: scaleLinear([low, high === low ? low + 1 : high], [height - BOTTOM, TOP]),
      left: SIDE + ((width - 2 * SIDE) * i) / Math.max(1, columns.length - 1),
      read,
    }
  })
}

/** Profit and drawdown once, be they objectives or not. */
export function parallelColumns(rows: OptimizationRows, { objectives }: Optimization): RowColumn[] {
  const isKnown = (key: string): boolean => objectives.some(({ metric }) => metric === key)
  return [
    ...varyingAxes(rows.lattice).map(({ axis }): RowColumn => `external:${axis}`),
    'positionCount',
    ...(isKnown('maxDrawdown') ? [] : (['maxDrawdownPercentage'] as const)),
    ...(isKnown('profit') ? [] : (['profit'] as const)),
    ...objectives.map((_, k): RowColumn => `objective:${k}`),
  ]
}

function columnText(column: RowColumn, value: number, { objectives }: Optimization): string {
  const [kind, place] = column.split(':')
  if (kind === 'external') return formatPlain(value, 4)
  if (kind === 'objective') return metricText(objectives[Number(place)]?.metric ?? '', value)
  return column === 'positionCount' ? formatPlain(value) : formatNumber(value, 2)
}

function rangeOf(rows: OptimizationRows, column: RowColumn, read: (row: number) => number): readonly [number, number] {
  const axis = column.startsWith('external:') ? rows.lattice.axes[Number(column.slice(9))] : undefined
  if (axis !== undefined) {
    const ends = [axis.valueAt(0), axis.valueAt(axis.size - 1)]
    return [Math.min(...ends), Math.max(...ends)]
  }
  return valueRange(Float64Array.from(rows.index, (_, row) => read(row))) ?? [0, 1]
}
