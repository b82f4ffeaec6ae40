import { expect, it } from 'vitest'
import { OrderBook } from './order-book.ts'
import { TopOfBook } from './top-of-book.ts'

it('tells changes that turn the levels of before into those of now, whatever has happened', () => {
  let state = 7
  const dice = (sides: number): number => {
    state = (state * 48_271) % 2_147_483_647
    return state % sides
  }
  const book = new OrderBook()
  const top = new TopOfBook(50)
  top.snapshot(book)
  const known = { bid: new Map<number, number>(), ask: new Map<number, number>() }
  for (let round = 0; round < 500; round++) {
    for (let change = dice(20); change >= 0; change--) {
      const quantity = dice(4)
      if (dice(2) === 0) book.change([{ price: 1_000 - dice(80), quantity }], [])
      else book.change([], [{ price: 1_001 + dice(80), quantity }])
    }
    for (const { side, action, price, quantity } of top.changes(book)) {
      expect(known[side].has(price)).toBe(action !== 'insert')
      if (action === 'delete') known[side].delete(price)
      else known[side].set(price, quantity)
    }
    const listed = (side: Map<number, number>, sign: number) =>
      [...side].map(([price, quantity]) => ({ price, quantity })).sort((a, b) => (a.price - b.price) * sign)
    expect(listed(known.bid, -1)).toEqual(book.top('bids', 50))
    expect(listed(known.ask, 1)).toEqual(book.top('asks', 50))
  }
  expect(known.bid.size).toBeGreaterThan(30)
  expect(top.changes(book)).toEqual([])
})
