import { expect, it } from 'vitest'
import { spacedTimes } from './values-table.tsx'

it('the table of a long chart has evenly spaced times with the first and the last one', () => {
  expect(spacedTimes([1, 2, 3])).toEqual([3, 2, 1])
  expect(spacedTimes([])).toEqual([])
  const times = spacedTimes(Array.from({ length: 4000 }, (_, index) => index))
  expect(times).toHaveLength(200)
  expect([times[0], times.at(-1)]).toEqual([3999, 0])
})
