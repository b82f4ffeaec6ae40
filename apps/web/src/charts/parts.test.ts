import { describe, expect, it } from 'vitest'
import { histogramBins } from './histogram.tsx'
import { binWidth, decimalsOf } from './axis-ticks.ts'
import { barScale, barSpan } from './bar-scale.ts'
import { nearestPoint, scatterScales } from './scatter-plot.ts'
import { waterfallBars } from './waterfall.tsx'

describe('waterfallBars', () => {
  it('starts every step where the one before it ended', () => {
    const steps = [
      { label: 'Spread', change: -40 },
      { label: 'Swap', change: 5 },
    ]
    expect(waterfallBars({ label: 'Gross', change: 100 }, steps, { label: 'Net', change: 65 })).toEqual([
      { label: 'Gross', amount: 100, from: 0, to: 100, isTotal: true },
      { label: 'Spread', amount: -40, from: 100, to: 60, isTotal: false },
      { label: 'Swap', amount: 5, from: 60, to: 65, isTotal: false },
      { label: 'Net', amount: 65, from: 0, to: 65, isTotal: true },
    ])
  })
})

describe('histogramBins', () => {
  it('counts every value once, and never mixes gains with losses', () => {
    const values = [-1, -0.5, -0.01, 0.01, 0.02, 1.5]
    const bins = histogramBins(values)
    expect(bins.reduce((sum, { n }) => sum + n, 0)).toBe(values.length)
    expect(bins.filter(({ to }) => to <= 0).reduce((sum, { n }) => sum + n, 0)).toBe(3)
    expect(bins.every(({ from, to }) => from >= 0 || to <= 0)).toBe(true)
    expect(bins.length).toBeLessThan(40)
  })

  it('counts values on the edges of bins', () => {
    expect(histogramBins([0.2]).at(-1)).toMatchObject({ n: 1 })
    expect(histogramBins([-0.3])[0]).toMatchObject({ n: 1 })
    expect(histogramBins([])).toEqual([])
  })
})

describe('binWidth', () => {
  it('is round, and as precise as its decimals say', () => {
    const widths = [binWidth(0, 0.36, 28), binWidth(-52, 68, 28), binWidth(0, 5000, 28), binWidth(3, 3, 28)]
    expect(widths).toEqual([0.01, 5, 200, 1])
    expect([...widths, 0.00002, 0.5].map(decimalsOf)).toEqual([2, 0, 0, 0, 5, 1])
  })
})

describe('barScale', () => {
  it('spreads amounts and zero over the full width', () => {
    const percent = barScale([-25, 75])
    expect([percent(-25), percent(0), percent(75)]).toEqual([0, 25, 100])
    expect(barSpan(percent, 0, -25)).toEqual({ left: '0%', width: '25%' })
    expect(barScale([40])(0)).toBe(0)
  })
})

describe('a scatter plot', () => {
  const points = [
    { x: 0, y: 0 },
    { x: 10, y: 5 },
    { x: 10, y: -5 },
  ]
  const scales = scatterScales(points, 600, 300)

  it('finds the point nearest to the pointer, and none out of reach', () => {
    expect(nearestPoint(points, scales, scales.x(10) + 3, scales.y(-5) - 4)).toBe(2)
    expect(nearestPoint(points, scales, scales.x(5), scales.y(0))).toBeNull()
  })

  it('places every point on the canvas', () => {
    for (const { x, y } of points) {
      expect(scales.x(x)).toBeGreaterThan(0)
      expect(scales.x(x)).toBeLessThan(600)
      expect(scales.y(y)).toBeGreaterThan(0)
      expect(scales.y(y)).toBeLessThan(300)
    }
  })
})
