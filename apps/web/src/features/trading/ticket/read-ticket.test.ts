import { describe, expect, it } from 'vitest'
import { EURUSD } from '../../../entities/prices/markets.fixture.ts'
import { readTicket, type TicketTerms } from './read-ticket.ts'

const PRICE = { bid: 1.08412, ask: 1.08427 }
const EMPTY = { quantity: '10000', limitPrice: '', stopPrice: '', stopLoss: '', takeProfit: '', trailingStop: '' }
const read = ({ texts, ...terms }: Omit<Partial<TicketTerms>, 'texts'> & { texts?: object }, price = PRICE) =>
  readTicket({ side: 'BUY', type: 'MARKET', ...terms, texts: { ...EMPTY, ...texts } }, price, EURUSD, {
    currency: 'USD',
    conversion: 1,
  })

describe('what a ticket reads', () => {
  it('has no prices that its type does not have', () => {
    const texts = { limitPrice: '1.08', stopPrice: '1.09' }
    expect(read({ texts }).draft).toMatchObject({ limitPrice: null, stopPrice: null })
    expect(read({ texts, type: 'LIMIT' }).draft).toMatchObject({ limitPrice: 1.08, stopPrice: null })
    expect(read({ texts, type: 'STOP_LIMIT' }).draft).toMatchObject({ limitPrice: 1.08, stopPrice: 1.09 })
  })

  it('counts pips of a waiting order from its own price', () => {
    expect(read({ texts: { stopLoss: '20' } }).draft.stopLoss).toBe(1.08227)
    expect(read({ type: 'LIMIT', texts: { limitPrice: '1.08', stopLoss: '20' } }).draft.stopLoss).toBe(1.078)
    expect(read({ type: 'LIMIT', texts: { stopLoss: '20' } }).draft.stopLoss).toBeNull()
  })

  it('counts money at risk with the quantity of the order, from the price at which it waits', () => {
    expect(read({ texts: { stopLoss: '20 USD' } }).draft.stopLoss).toBe(1.08227)
    const waiting = { type: 'LIMIT', texts: { limitPrice: '1.08', stopLoss: '20 USD', takeProfit: '1%' } } as const
    expect(read(waiting).draft).toMatchObject({ stopLoss: 1.078, takeProfit: 1.0908 })
    const unknown = read({ texts: { quantity: '', stopLoss: '20 USD' } })
    expect(unknown.problems.map(({ field }) => field)).toEqual(['quantity', 'stopLoss'])
  })

  it('finds each text that is not a number, and misses only what the type requires', () => {
    const fieldsOf = (terms: Parameters<typeof read>[0]) => read(terms).problems.map(({ field }) => field)
    expect(fieldsOf({ texts: { quantity: '1a', stopLoss: 'x', takeProfit: '0' } })).toEqual(['quantity', 'stopLoss'])
    expect(fieldsOf({ type: 'LIMIT' })).toEqual(['limitPrice'])
    expect(fieldsOf({ type: 'STOP_LIMIT' })).toEqual(['limitPrice', 'stopPrice'])
    expect(fieldsOf({})).toEqual([])
  })
})
