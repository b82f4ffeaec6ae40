import { createRandom } from '@tradeloom/domain'
import { expect, it } from 'vitest'

import { Breeding } from './breeding.ts'
import { latticeOf } from './run-search.fixture.ts'
import { SeenPoints } from './seen-points.ts'

it('a mutated gene always takes another value, and every other value is possible', () => {
  const lattice = latticeOf([5, 1, 3])
  const random = createRandom(6)
  const reached = [new Set<number>(), new Set<number>()]
  for (let round = 0; round < 200; round++) {
    const breeding = new Breeding(lattice, new SeenPoints(lattice, round), 1)
    const [first, fixed, last] = breeding.child([2, 0, 1], [2, 0, 1], random) as [number, number, number]
    reached[0]?.add(first)
    reached[1]?.add(last)
    expect(fixed).toBe(0)
  }
  expect(reached.map((values) => [...values].toSorted())).toEqual([
    [0, 1, 3, 4],
    [0, 2],
  ])
})
