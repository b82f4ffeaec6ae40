import { expect, it } from 'vitest'
import { listOrder, orderOf, toSorts } from './list-sort.ts'

it('keeps the sorting of a list in its address', () => {
  const sorts = [
    { id: 'profit', desc: true },
    { id: 'symbol', desc: false },
  ]
  expect(orderOf(sorts)).toBe('-profit,symbol')
  expect(toSorts('-profit,symbol')).toEqual(sorts)
  expect([orderOf([]), toSorts(undefined)]).toEqual([undefined, []])
})

it('ignores what an address has wrong', () => {
  expect(['-profit', 'a,,b', '', '--x', 7].map((text) => listOrder.parse(text))).toEqual([
    '-profit',
    undefined,
    undefined,
    undefined,
    undefined,
  ])
})
