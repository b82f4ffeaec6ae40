import { expect, it } from 'vitest'
import { nettingNote } from './netting-note.ts'

const held = { direction: 'LONG', quantity: 0.5, stopLoss: 58_000, takeProfit: null } as const
const buy = { side: 'BUY', stopLoss: null, takeProfit: null } as const

it('says what a further order does to the stops of its position', () => {
  expect(nettingNote(held, buy)).toBe('It adds to your position of 0.5; the stop loss at 58000 covers all of it')
  expect(nettingNote(held, { ...buy, stopLoss: 59_000, takeProfit: 70_000 })).toBe(
    'It adds to your position of 0.5; the stop loss moves from 58000 to 59000 for all of it; 70000 becomes the take profit of all of it',
  )
  expect(nettingNote({ ...held, stopLoss: 'Rejected' }, buy)).toBe('It adds to your position of 0.5')
  expect(nettingNote(held, { ...buy, side: 'SELL' })).toMatch(/stops are kept for what is left/)
  expect(nettingNote({ ...held, direction: 'SHORT' }, buy)).toMatch(/^It buys back from your short position of 0.5/)
})
