import { describe, expect, it } from 'vitest'
import { histogramBins } from './histogram.tsx'
import { decimalsOf, niceStep, niceTicks } from './axis-ticks.ts'
import { nearestPoint, scatterScale } from './scatter-plot.ts'
import { waterfallBars } from './waterfall.tsx'

describe('a waterfall', () => {
  it('hangs every step from where the one before ended', () => {
    const steps = [
      { label: 'Spread', change: -40 },
      { label: 'Swap', change: 5 },
    ]
    expect(waterfallBars({ label: 'Gross', change: 100 }, steps, 'Net')).toEqual([
      { label: 'Gross', amount: 100, from: 0, to: 100, isTotal: true },
      { label: 'Spread', amount: -40, from: 100, to: 60, isTotal: false },
      { label: 'Swap', amount: 5, from: 60, to: 65, isTotal: false },
      { label: 'Net', amount: 65, from: 0, to: 65, isTotal: true },
    ])
  })
})

describe('a histogram', () => {
  it('counts every value once, and never a gain with a loss', () => {
    const values = [-1, -0.5, -0.01, 0.01, 0.02, 1.5]
    const bins = histogramBins(values)
    expect(bins.reduce((sum, { n }) => sum + n, 0)).toBe(values.length)
    expect(bins.filter(({ to }) => to <= 0).reduce((sum, { n }) => sum + n, 0)).toBe(3)
    expect(bins.every(({ from, to }) => from >= 0 || to <= 0)).toBe(true)
    expect(bins.length).toBeLessThan(40)
  })

  it('holds values on its edges', () => {
    expect(histogramBins([0.2]).at(-1)).toMatchObject({ n: 1 })
    expect(histogramBins([-0.3])[0]).toMatchObject({ n: 1 })
    expect(histogramBins([])).toEqual([])
  })
})

describe('axes', () => {
  it('count in steps of people', () => {
    expect([0.013, 0.02, 3, 26, 0].map(niceStep)).toEqual([0.02, 0.02, 5, 50, 1])
    expect(niceTicks(-52, 68, 5)).toEqual([-50, -25, 0, 25, 50])
    expect([25, 2.5, 0.02, 0.00025].map(decimalsOf)).toEqual([0, 1, 2, 5])
  })
})

describe('points', () => {
  const points = [
    { x: 0, y: 0 },
    { x: 10, y: 5 },
    { x: 10, y: -5 },
  ]
  const scale = scatterScale(points, 600, 300)

  it('are found under the pointer, the nearest one, and none where there is none', () => {
    expect(nearestPoint(points, scale, scale.toX(10) + 3, scale.toY(-5) - 4)).toBe(2)
    expect(nearestPoint(points, scale, scale.toX(5), scale.toY(0))).toBeNull()
  })

  it('all lie on the canvas', () => {
    for (const { x, y } of points) {
      expect(scale.toX(x)).toBeGreaterThan(0)
      expect(scale.toX(x)).toBeLessThan(600)
      expect(scale.toY(y)).toBeGreaterThan(0)
      expect(scale.toY(y)).toBeLessThan(300)
    }
  })
})
