import { expect, it } from 'vitest'

import { latticeOf } from '../search/run-search.fixture.ts'
import { neighborsOf } from './neighbors-of.ts'
import { sensitivity } from './sensitivity.ts'

it('a chosen point is moved by one step along each external that varies', () => {
  const lattice = latticeOf([3, 1, 4])
  expect(neighborsOf(lattice, [0, 0, 2])).toEqual([
    [1, 0, 2],
    [0, 0, 1],
    [0, 0, 3],
  ])
  const known = new Map([
    ['0,0,2', 10],
    ['1,0,2', 4],
    ['0,0,1', 9],
  ])
  const [first, second, ...others] = sensitivity(lattice, [0, 0, 2], (point) => known.get(point.join()) ?? null)
  expect(first).toEqual({
    external: 'x0',
    curve: [
      { value: 0, score: 10, isChosen: true },
      { value: 1, score: 4, isChosen: false },
      { value: 2, score: null, isChosen: false },
    ],
    below: null,
    above: 4,
  })
  expect(second).toMatchObject({ external: 'x2', below: 9, above: null })
  expect(others).toEqual([])
})
