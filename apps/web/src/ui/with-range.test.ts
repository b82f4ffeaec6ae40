import { expect, it } from 'vitest'
import { withRange } from './with-range.ts'

const ORDER = ['a', 'b', 'c', 'd']
const range = (from: string | null, to: string, isIn = true, keys: string[] = []) =>
  [...withRange(new Set(keys), ORDER, { from, to, isIn })].toSorted()

it('adds all keys from one to another, in both directions', () => {
  expect(range('b', 'd')).toEqual(['b', 'c', 'd'])
  expect(range('d', 'b')).toEqual(['b', 'c', 'd'])
  expect(range('b', 'b', true, ['a'])).toEqual(['a', 'b'])
})

it('removes all keys from one to another, and keeps the others', () => {
  expect(range('b', 'c', false, ORDER)).toEqual(['a', 'd'])
})

it('takes the last key alone when there is no start, or it is gone', () => {
  expect(range(null, 'c')).toEqual(['c'])
  expect(range('x', 'c', true, ['a'])).toEqual(['a', 'c'])
})
