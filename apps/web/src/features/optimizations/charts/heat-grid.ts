import type { OptimizationRows } from '../rows/optimization-rows.ts'
import { medianOf } from './median-of.ts'

/** One value for each pair of positions of two externals; the cell of x and y is `y * width + x`. */
export interface HeatGrid {
  readonly width: number
  readonly height: number
  /** NaN where no backtest has a value. */
  readonly values: Float64Array
  /** Backtests of each cell, also those without a value. */
  readonly counts: Uint32Array
}

interface HeatGridOptions {
  readonly xAxis: number
  readonly yAxis: number
  /** By row; NaN does not count. */
  readonly values: ArrayLike<number>
  /** What a cell shows of its backtests: the middle one, or the best one, which looks better than it is. */
  readonly of: 'median' | 'best'
  readonly better: 'higher' | 'lower'
}

/** Values of two externals over all others. */
export function heatGrid(rows: OptimizationRows, { xAxis, yAxis, values, of, better }: HeatGridOptions): HeatGrid {
  const { axes } = rows.lattice
  const width = axes[xAxis]?.size ?? 1
  const height = axes[yAxis]?.size ?? 1
  const counts = new Uint32Array(width * height)
  const groups = new Map<number, number[]>()
  for (let row = 0; row < rows.count; row++) {
    const x = rows.points[row * axes.length + xAxis] ?? 0
    const y = rows.points[row * axes.length + yAxis] ?? 0
    const cell = y * width + x
    counts[cell] = (counts[cell] ?? 0) + 1
    const value = values[row] ?? NaN
    if (!Number.isFinite(value)) continue
    const group = groups.get(cell)
    if (group === undefined) groups.set(cell, [value])
    else group.push(value)
  }
  const cells = new Float64Array(width * height).fill(NaN)
  for (const [cell, group] of groups) cells[cell] = of === 'median' ? medianOf(group) : bestOf(group, better)
  return { width, height, values: cells, counts }
}

function bestOf(values: readonly number[], better: 'higher' | 'lower'): number {
  return values.reduce((a, b) => (better === 'higher' ? Math.max(a, b) : Math.min(a, b)))
}
