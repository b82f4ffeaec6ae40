import { describe, expect, it } from 'vitest'
import { draggedHeight, heightAfterDrag } from './menu-height.ts'

const full = 600

describe('dragging the mobile menu', () => {
  it('does nothing under the threshold of 100 px', () => {
    expect(heightAfterDrag({ from: 600, moved: -99, full })).toBe(600)
    expect(heightAfterDrag({ from: 300, moved: 99, full })).toBe(300)
  })

  it('keeps the height that it was dragged to', () => {
    expect(heightAfterDrag({ from: 600, moved: -100, full })).toBe(500)
    expect(heightAfterDrag({ from: 300, moved: 150, full })).toBe(450)
  })

  it('closes the menu under a quarter of its height', () => {
    expect(heightAfterDrag({ from: 600, moved: -451, full })).toBeNull()
    expect(heightAfterDrag({ from: 600, moved: -450, full })).toBe(150)
  })

  it('never makes the menu larger than the screen allows', () => {
    expect(draggedHeight({ from: 500, moved: 900, full })).toBe(600)
    expect(draggedHeight({ from: 500, moved: -900, full })).toBe(0)
  })
})
