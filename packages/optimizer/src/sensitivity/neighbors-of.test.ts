import { expect, it } from 'vitest'

import { latticeOf } from '../search/run-search.fixture.ts'
import { neighborsOf } from './neighbors-of.ts'

it('a chosen point is moved by one step along each external that varies', () => {
  const lattice = latticeOf([3, 1, 4])
  expect(neighborsOf(lattice, [0, 0, 2])).toEqual([
    [1, 0, 2],
    [0, 0, 1],
    [0, 0, 3],
  ])
})
