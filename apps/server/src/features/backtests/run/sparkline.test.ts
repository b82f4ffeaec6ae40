import { expect, it } from 'vitest'
import { sparkline } from './sparkline.ts'

it('has 60 values at evenly spaced times, each the latest equity known then', () => {
  // A pause without rows after the first half: its value is kept until the next row.
  const time = Array.from({ length: 1000 }, (_, row) => (row < 500 ? row : row + 500))
  const equity = time.map((at) => 10_000 + at)
  const points = sparkline({ time, equity })
  expect(points).toHaveLength(60)
  expect(points[0]).toBe(10_000)
  expect(points.at(-1)).toBe(11_499)
  const step = 1499 / 59
  const known = (at: number): number => (at < 500 ? Math.floor(at) : at < 1000 ? 499 : Math.floor(at))
  expect(points.slice(0, -1)).toEqual(Array.from({ length: 59 }, (_, point) => 10_000 + known(point * step)))
})

it('keeps short curves as they are, in cents', () => {
  expect(sparkline({ time: [1, 2], equity: [10.123, 11.999] })).toEqual([10.12, 12])
  expect(sparkline({ time: [], equity: [] })).toEqual([])
})
