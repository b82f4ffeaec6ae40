import { expect, it } from 'vitest'
import { columnsIn, widthOf } from './grid-columns.ts'

it.each([
  [390, 1],
  [688, 1],
  [689, 3],
  [768, 3],
  [1024, 4],
  [1232, 5],
  [1280, 5],
  // What a window of 1440 px leaves beside the narrow navigation and a scroll bar.
  [1385, 6],
  [1440, 6],
  [1920, 7],
  [3840, 7],
])('has the columns that fit in %i px', (width, columns) => {
  expect(columnsIn(width)).toBe(columns)
})

it('is as wide as its cells of 225 px and the margins of 7 px between them', () => {
  expect([3, 4, 5, 6, 7].map(widthOf)).toEqual([689, 921, 1153, 1385, 1617])
})
