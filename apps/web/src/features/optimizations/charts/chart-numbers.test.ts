import { describe, expect, it } from 'vitest'
import { type Lattice, latticeOfSettings } from '@tradeloom/optimizer'
import type { OptimizationRows } from '../rows/optimization-rows.ts'
import { RowsBuffer } from '../rows/rows-buffer.ts'
import { sampleArrays, sampleRows } from '../rows/sample-rows.fixture.ts'
import { drawnLines, MAX_LINES } from './drawn-lines.ts'
import { cellText } from './cell-range.ts'
import { heatGrid } from './heat-grid.ts'
import { lonePoints } from './lone-points.ts'
import { objectiveValues } from './objective-values.ts'
import { plateauValues } from './plateau-values.ts'
import { PointGrid } from './point-grid.ts'
import { sharpeBins } from './sharpe-bins.ts'
import { valueColors } from './value-colors.ts'

const WIDE_SETTINGS = [
  { name: 'fast', start: 1, end: 1_000_000, step: 1, decimalPlaces: 0 },
  { name: 'slow', start: 1, end: 1_000_000, step: 1, decimalPlaces: 0 },
  { name: 'stop', start: 1, end: 10, step: 1, decimalPlaces: 0 },
] as const

/** Far more pairs of values than an array could hold; the golden ratio spreads them evenly. */
function scatteredRows(lattice: Lattice, count: number): OptimizationRows {
  const arrays = sampleArrays(0, count)
  const points = Array.from({ length: count }, (_, k) => [
    Math.floor(((k + 0.5) / count) * 1_000_000),
    Math.floor(((k * 0.618_033_988_75) % 1) * 1_000_000),
    k % 10,
  ])
  const buffer = new RowsBuffer(lattice, 2)
  buffer.append({ ...arrays, points: Uint32Array.from(points.flat()) })
  return buffer.snapshot()
}

const CELLS = { most: 400, fewest: 24, pairs: 1, isExhaustive: true }

describe('a heat map', () => {
  it('shows the median over the other externals, and the best only on request', () => {
    const rows = sampleRows(50)
    const options = { xAxis: 0, yAxis: 2, values: objectiveValues(rows), better: 'higher', cells: CELLS } as const
    const median = heatGrid(rows, { ...options, of: 'median' })
    // Of slow = 10 to 100, at distances 4, 3, 2, 1, 0, 1, 2, 3, 4, 5: the middle two are 2 and 3 away.
    expect(median.values[2]).toBe(100 - 4 * ((4 + 9) / 2))
    expect(heatGrid(rows, { ...options, of: 'best' }).values[2]).toBe(100)
    expect([...median.counts]).toEqual([10, 10, 10, 10, 10])
  })

  it('tells cells that were not tested from those without a value', () => {
    const rows = sampleRows(13)
    const values = objectiveValues(rows)
    values[12] = NaN
    const grid = heatGrid(rows, { xAxis: 0, yAxis: 1, values, of: 'median', better: 'higher', cells: CELLS })
    const cell = (x: number, y: number) => [grid.counts[y * 5 + x], grid.values[y * 5 + x]]
    expect(cell(1, 2)).toEqual([1, NaN])
    expect(cell(1, 3)).toEqual([0, NaN])
    expect(cell(0, 4)).toEqual([1, -20])
  })

  it('gives a scattered search cells of several values, so that they can be seen, and says which', () => {
    const lattice = latticeOfSettings(WIDE_SETTINGS)
    const rows = scatteredRows(lattice, 400)
    const options = { xAxis: 0, yAxis: 1, values: objectiveValues(rows), of: 'median', better: 'higher' } as const
    const grid = heatGrid(rows, { ...options, cells: { ...CELLS, isExhaustive: false } })
    expect([grid.pairs, grid.width, grid.height, grid.xStep]).toEqual([400, 24, 24, 41_667])
    expect(grid.counts.reduce((a, b) => a + b, 0)).toBe(400)
    const [axis] = lattice.axes
    expect(axis && cellText(axis, 0, grid.xStep)).toBe('fast 1 to 41,667')
    expect(axis && cellText(axis, 23, grid.xStep)).toBe('fast 958,342 to 1,000,000')
    const coarse = { most: 48, fewest: 8, pairs: 3, isExhaustive: false }
    const surface = heatGrid(rows, { ...options, cells: coarse })
    expect(surface.width).toBe(12)
    // Neighbors meet: there is a landscape.
    expect(lonePoints(surface).length).toBeLessThan(10)
  })

  it('keeps a value without neighbors as a point of the landscape', () => {
    const rows = sampleRows(13)
    const grid = heatGrid(rows, {
      xAxis: 0,
      yAxis: 1,
      values: objectiveValues(rows),
      of: 'median',
      better: 'higher',
      cells: CELLS,
    })
    // The first column has ten values, the second three: those above have no neighbor to the right.
    expect(lonePoints(grid)).toEqual([3, 4, 5, 6, 7, 8, 9].map((y) => [0, y]))
  })

  it('has the best plateau in the middle of the hill', () => {
    const rows = sampleRows(50)
    const scores = plateauValues({ ...rows, sizes: rows.lattice.sizes, scores: objectiveValues(rows) })
    const best = scores.indexOf(Math.max(...[...scores].filter((score) => !Number.isNaN(score))))
    expect(best).toBe(2 * 10 + 4)
  })
})

it('colors have zero in their middle when values lie on both sides of it, and blue is better', () => {
  const profit = valueColors([-50, 200], 'higher', true)
  expect([profit.low, profit.middle, profit.high]).toEqual([-200, 0, 200])
  const drawdown = valueColors([2, 10], 'lower', true)
  expect([drawdown.low, drawdown.middle, drawdown.high]).toEqual([2, 6, 10])
  expect(drawdown.colorOf(2)).toBe(profit.colorOf(200))
})

it('parallel coordinates draw the best lines last, and never more than the screen can show', () => {
  const rows = sampleRows(50)
  const optimization = { objectives: [{ metric: 'profit', better: 'higher' }] } as never
  expect(drawnLines(rows, optimization, null).strong.at(-1)).toBe(24)
  const brushed = new Uint8Array(50).fill(1, 0, 10)
  const lines = drawnLines(rows, optimization, brushed)
  expect([lines.strong.length, lines.faint.length]).toEqual([10, 40])
  const many = {
    ...rows,
    index: new Uint32Array(90_000),
    objectives: [new Float64Array(90_000)],
    status: new Uint8Array(90_000),
  }
  expect(drawnLines(many, optimization, null).strong).toHaveLength(MAX_LINES)
})

it('the point under the pointer is the nearest one within reach, of any number', () => {
  const x = Float32Array.from({ length: 10_000 }, (_, k) => (k % 100) * 7)
  const y = Float32Array.from({ length: 10_000 }, (_, k) => Math.floor(k / 100) * 5)
  const grid = new PointGrid(x, y, 700, 500)
  expect(grid.nearest(7 * 31 + 2, 5 * 17 - 1)).toBe(1731)
  expect(new PointGrid(Float32Array.of(10, NaN), Float32Array.of(10, 3), 100, 100).nearest(40, 40)).toBe(-1)
})

it('Sharpe ratios are counted once for backtests that traded alike, and per year', () => {
  const rows = sampleRows(50)
  rows.duplicateOf.fill(0, 40)
  const bins = sharpeBins(rows, Math.sqrt(260))
  expect(bins?.counts.reduce((a, b) => a + b, 0)).toBe(40)
  expect(bins?.to).toBeCloseTo(0.1 * Math.sqrt(260), 10)
})
