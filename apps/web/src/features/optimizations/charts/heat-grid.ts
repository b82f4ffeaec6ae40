import type { OptimizationRows } from '../rows/optimization-rows.ts'
import { medianOf } from './median-of.ts'

/** One value for each pair of positions of two externals; the cell of x and y is `y * width + x`. */
export interface HeatGrid {
  readonly width: number
  readonly height: number
  /** Positions of an external that a cell holds; more than one where a search tested few of many pairs. */
  readonly xStep: number
  readonly yStep: number
  /** NaN where no backtest has a value. */
  readonly values: Float64Array
  /** Backtests of each cell, also those without a value. */
  readonly counts: Uint32Array
  /** Pairs of positions that were tested. */
  readonly pairs: number
}

interface HeatGridOptions {
  readonly xAxis: number
  readonly yAxis: number
  /** By row; NaN does not count. */
  readonly values: ArrayLike<number>
  /** What a cell shows of its backtests: the middle one, or the best one, which looks better than it is. */
  readonly of: 'median' | 'best'
  readonly better: 'higher' | 'lower'
  readonly cells: CellLimits
}

export interface CellLimits {
  /** Along an axis, at most. */
  readonly most: number
  /** Along an axis, for a search that chooses what it tests: fewer would hide more than they show. */
  readonly fewest: number
  /** Tested pairs that a cell should hold on average, so that neighbors of a scattered search meet. */
  readonly pairs: number
  /** Every pair is tested in the end: cells stay single pairs while results arrive. */
  readonly isExhaustive: boolean
}

/** Values of two externals over all others. */
export function heatGrid(rows: OptimizationRows, options: HeatGridOptions): HeatGrid {
  const { xAxis, yAxis, values, of, better, cells } = options
  const { axes } = rows.lattice
  const [xSize, ySize] = [axes[xAxis]?.size ?? 1, axes[yAxis]?.size ?? 1]
  const pairs = testedPairs(rows, xAxis, yAxis)
  const isScattered = !cells.isExhaustive && pairs < (xSize * ySize) / 2
  const wanted = isScattered ? Math.max(cells.fewest, Math.ceil(Math.sqrt(pairs / cells.pairs))) : cells.most
  const most = Math.min(wanted, cells.most)
  const [xStep, yStep] = [Math.ceil(xSize / most), Math.ceil(ySize / most)]
  const [width, height] = [Math.ceil(xSize / xStep), Math.ceil(ySize / yStep)]

  const counts = new Uint32Array(width * height)
  const cellOf = new Uint32Array(rows.count)
  // Where the values of each cell begin in `ordered`.
  const starts = new Uint32Array(width * height + 1)
  for (let row = 0; row < rows.count; row++) {
    const x = Math.floor((rows.points[row * axes.length + xAxis] ?? 0) / xStep)
    const y = Math.floor((rows.points[row * axes.length + yAxis] ?? 0) / yStep)
    const cell = y * width + x
    cellOf[row] = cell
    counts[cell] = (counts[cell] ?? 0) + 1
    if (Number.isFinite(values[row])) starts[cell + 1] = (starts[cell + 1] ?? 0) + 1
  }
  for (let cell = 1; cell < starts.length; cell++) starts[cell] = (starts[cell] ?? 0) + (starts[cell - 1] ?? 0)
  const ordered = new Float64Array(starts.at(-1) ?? 0)
  const next = starts.slice()
  for (let row = 0; row < rows.count; row++) {
    const value = values[row] ?? NaN
    if (Number.isFinite(value)) ordered[(next[cellOf[row] as number] as number)++] = value
  }
  const shown = Float64Array.from(counts, (_, cell) => {
    const inside = ordered.subarray(starts[cell], starts[cell + 1])
    if (inside.length === 0) return NaN
    return of === 'median' ? medianOf(inside) : bestOf(inside, better)
  })
  return { width, height, xStep, yStep, values: shown, counts, pairs }
}

function testedPairs(rows: OptimizationRows, xAxis: number, yAxis: number): number {
  const axes = rows.lattice.axes.length
  const ySize = rows.lattice.axes[yAxis]?.size ?? 1
  const seen = new Set<number>()
  for (let row = 0; row < rows.count; row++) {
    seen.add((rows.points[row * axes + xAxis] ?? 0) * ySize + (rows.points[row * axes + yAxis] ?? 0))
  }
  return seen.size
}

function bestOf(values: Float64Array, better: 'higher' | 'lower'): number {
  return values.reduce((a, b) => (better === 'higher' ? Math.max(a, b) : Math.min(a, b)))
}
