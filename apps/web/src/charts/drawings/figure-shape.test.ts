import { describe, expect, it } from 'vitest'
import { isOnShape, type PanePoint, shapeOf } from './figure-shape.ts'

const PANE = { width: 400, height: 300 }
const from = { x: 100, y: 100 }
const to = { x: 200, y: 150 }

describe('The shape of a drawing', () => {
  const isOn = (kind: Parameters<typeof shapeOf>[0]['kind'], place: PanePoint, text = ''): boolean =>
    isOnShape(shapeOf({ kind, text }, [from, to], PANE), place)

  it('of a trend line ends at its points', () => {
    expect(isOn('trend', { x: 150, y: 127 })).toBe(true)
    expect(isOn('trend', { x: 300, y: 200 })).toBe(false)
  })

  it('of a ray goes on to the edge of the pane', () => {
    expect(isOn('ray', { x: 390, y: 245 })).toBe(true)
    expect(isOn('ray', { x: 50, y: 75 })).toBe(false)
  })

  it('of a horizontal line is as wide as the pane', () => {
    expect(isOn('horizontal', { x: 395, y: 103 })).toBe(true)
    expect(isOn('horizontal', { x: 395, y: 110 })).toBe(false)
  })

  it('of a rectangle has edges, and lets the pointer through inside', () => {
    expect(isOn('rectangle', { x: 150, y: 150 })).toBe(true)
    expect(isOn('rectangle', { x: 150, y: 125 })).toBe(false)
  })

  it('of a Fibonacci retracement has a line at 61.8 % of the way back', () => {
    const { segments } = shapeOf({ kind: 'fibonacci' }, [from, to], PANE)
    expect(segments.map((segment) => segment.from.y)).toContain(150 - 50 * 0.618)
    expect(segments).toHaveLength(7)
  })

  it('of a text is its box', () => {
    expect(isOn('text', { x: 130, y: 95 }, 'Breakout')).toBe(true)
    expect(isOn('text', { x: 130, y: 130 }, 'Breakout')).toBe(false)
  })
})
