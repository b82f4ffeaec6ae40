import { expect, it } from 'vitest'
import { columnsIn, FOREX_MARKETS } from './layout.ts'
import { findPanel } from './panels.ts'

it.each([
  [390, 1],
  [702, 1],
  [703, 3],
  [768, 3],
  [1024, 4],
  [1232, 5],
  [1280, 5],
  [1440, 6],
  [1920, 7],
  [3840, 7],
])('has the columns that fit in %i px', (width, columns) => {
  expect(columnsIn(width)).toBe(columns)
})

it('has only panels that there are, with options that they read', () => {
  for (const { view, settings, w, h } of FOREX_MARKETS.config) {
    const panel = findPanel(view)
    expect(panel, view).not.toBeNull()
    expect(
      [w, h].every((cells) => cells >= 1),
      view,
    ).toBe(true)
    expect(panel?.readOptions(settings), view).toMatchObject((settings as { values: object }).values)
  }
})
