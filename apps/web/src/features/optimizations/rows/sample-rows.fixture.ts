import { latticeOfSettings } from '@tradeloom/optimizer'
import {
  type ExternalsSetting,
  type OptimizationColumns,
  type OptimizationRowArrays,
  packOptimizationRows,
} from '@tradeloom/contracts'
import type { OptimizationRows } from './optimization-rows.ts'
import { RowsBuffer } from './rows-buffer.ts'

/** Two externals with a hill of profit in the middle, and one that is kept fixed. */
export const SAMPLE_SETTINGS: readonly ExternalsSetting[] = [
  { name: 'fast', start: 5, end: 45, count: 5 },
  { name: 'slow', start: 10, end: 100, step: 10, decimalPlaces: 0 },
  { name: 'stop', start: 0.5, end: 0.5, count: 1 },
]

/** Rows from the lattice in its order, from `first` on. */
export function sampleArrays(first: number, count: number): OptimizationRowArrays {
  const lattice = latticeOfSettings(SAMPLE_SETTINGS)
  const index = Uint32Array.from({ length: count }, (_, k) => first + k)
  const points = Array.from(index, (place) => lattice.pointAt(place))
  const profit = Float64Array.from(points, ([fast = 0, slow = 0]) => 100 - 30 * (fast - 2) ** 2 - 4 * (slow - 4) ** 2)
  return {
    index,
    points: Uint32Array.from(points.flat()),
    status: new Uint8Array(count),
    duplicateOf: new Int32Array(count).fill(-1),
    positionCount: Uint32Array.from(index, (place) => 20 + (place % 7)),
    profit,
    profitPercentage: profit.map((value) => value / 100),
    maxDrawdown: profit.map((value) => 150 - value / 2),
    maxDrawdownPercentage: profit.map((value) => 1.5 - value / 200),
    objectives: [profit.slice(), profit.map((value) => 1.5 - value / 200)],
    violation: new Float64Array(count),
    sharpe: profit.map((value) => value / 1000),
    days: new Uint32Array(count).fill(250),
  }
}

export function sampleColumns(first: number, count: number, more = false): OptimizationColumns {
  return packOptimizationRows(sampleArrays(first, count), { revision: first + count, more, errors: [] })
}

export function sampleRows(count: number): OptimizationRows {
  const buffer = new RowsBuffer(latticeOfSettings(SAMPLE_SETTINGS), 2)
  buffer.append(sampleArrays(0, count))
  return buffer.snapshot()
}
