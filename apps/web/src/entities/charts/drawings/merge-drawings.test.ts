import type { Drawing } from '@tradeloom/contracts'
import { expect, it } from 'vitest'
import { mergeDrawings } from './merge-drawings.ts'

const line = (id: string, price = 1): Drawing => ({
  id,
  kind: 'horizontal',
  points: [{ time: 0, price }],
  color: '#4c8dff',
})
const [a, b] = [line('a'), line('b')]

it('keeps what both tabs drew', () => {
  expect(mergeDrawings([a], [a, b], [line('a'), line('c')]).map(({ id }) => id)).toEqual(['a', 'c', 'b'])
})

it('deletes what this tab deleted, and leaves deleted what the other tab deleted', () => {
  expect(mergeDrawings([a, b], [b], [a, b]).map(({ id }) => id)).toEqual(['b'])
  expect(mergeDrawings([a, b], [a, b], [b]).map(({ id }) => id)).toEqual(['b'])
})

it('moves what this tab moved, even if the other tab moved it too', () => {
  expect(mergeDrawings([a], [line('a', 2)], [line('a', 3)])).toEqual([line('a', 2)])
})
