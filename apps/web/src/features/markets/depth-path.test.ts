import { expect, it } from 'vitest'
import { depthShape } from './depth-path.ts'

const row = (price: number, quantity: number, total: number) => ({ price, quantity, total, isCut: false })

it('draws totals as steps away from the middle, as wide to the left as to the right', () => {
  const shape = depthShape({ bids: [row(99, 1, 1), row(98, 3, 4)], asks: [row(101, 2, 2), row(104, 2, 4)], most: 4 })
  expect(shape).toEqual({
    bids: 'M37.5 100H37.5V75H25V0V100Z',
    asks: 'M62.5 100H62.5V50H100V0V100Z',
    from: 96,
    to: 104,
  })
})

it('draws one side alone, and nothing of an empty book', () => {
  const shape = depthShape({ bids: [row(99, 1, 1), row(98, 3, 4)], asks: [], most: 4 })
  expect([shape?.bids, shape?.asks]).toEqual(['M50 100H50V75H0V0V100Z', ''])
  expect(depthShape({ bids: [], asks: [], most: 0 })).toBeNull()
})
