import { expect, it } from 'vitest'
import { RecentParts } from './recent-parts.ts'

it('keeps the most recently used parts within its limit', () => {
  const parts = new RecentParts(10)
  parts.set('a', 1, 4)
  parts.set('b', 2, 4)
  expect(parts.get('a')).toBe(1)
  parts.set('c', 3, 4)
  expect([parts.get('a'), parts.get('b'), parts.get('c')]).toEqual([1, undefined, 3])
  parts.set('huge', 4, 11)
  expect([parts.get('huge'), parts.get('a')]).toEqual([undefined, 1])
  // Adding it again does not count twice.
  parts.set('a', 1, 4)
  parts.set('d', 5, 2)
  expect([parts.get('a'), parts.get('c'), parts.get('d')]).toEqual([1, 3, 5])
})
