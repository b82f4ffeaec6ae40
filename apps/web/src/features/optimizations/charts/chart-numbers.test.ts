import { describe, expect, it } from 'vitest'
import { sampleRows } from '../rows/sample-rows.fixture.ts'
import { drawnLines, MAX_LINES } from './drawn-lines.ts'
import { heatGrid } from './heat-grid.ts'
import { objectiveValues } from './objective-values.ts'
import { plateauValues } from './plateau-values.ts'
import { PointGrid } from './point-grid.ts'
import { sharpeBins } from './sharpe-bins.ts'
import { valueColors } from './value-colors.ts'

describe('a heat map', () => {
  it('shows the median over the other externals, and the best only on request', () => {
    const rows = sampleRows(50)
    const options = { xAxis: 0, yAxis: 2, values: objectiveValues(rows), better: 'higher' } as const
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
    const grid = heatGrid(rows, { xAxis: 0, yAxis: 1, values, of: 'median', better: 'higher' })
    const cell = (x: number, y: number) => [grid.counts[y * 5 + x], grid.values[y * 5 + x]]
    expect(cell(1, 2)).toEqual([1, NaN])
    expect(cell(1, 3)).toEqual([0, NaN])
    expect(cell(0, 4)).toEqual([1, -20])
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
  const bins = sharpeBins(rows, 252)
  expect(bins?.counts.reduce((a, b) => a + b, 0)).toBe(40)
  expect(bins?.to).toBeCloseTo(0.1 * Math.sqrt(252), 10)
})
