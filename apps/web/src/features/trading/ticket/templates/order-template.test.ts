import type { OrderTemplate } from '@tradeloom/contracts/order-templates'
import { expect, it } from 'vitest'
import { EURUSD, instrumentOf } from '../../../../entities/prices/markets.fixture.ts'
import { accountOf } from '../../../../entities/accounts/trading.fixture.ts'
import { circumstances } from '../../entry/order-circumstances.ts'
import { readTicket, type TicketTerms } from '../read-ticket.ts'
import { fillTicket, summaryOf, templateOf } from './order-template.ts'

const PRICE = { bid: 1.08412, ask: 1.08427, isOpen: true }
const EMPTY = { quantity: '10000', limitPrice: '', stopPrice: '', stopLoss: '', takeProfit: '', trailingStop: '' }
const account = accountOf()

const knownOf = (price = PRICE, instrument = EURUSD) =>
  circumstances({ instrument, account, price: price as never, status: 'live', conversion: 1 })

function saved(
  terms: Omit<Partial<TicketTerms>, 'texts'> & { texts?: object },
  choice: { unit?: '' | '%'; hasSide?: boolean; linkedTo?: string } = {},
): OrderTemplate {
  const { texts: typed, ...rest } = terms
  const texts = { ...EMPTY, ...typed }
  const money = { currency: 'USD', conversion: 1 }
  const read = readTicket({ side: 'BUY', type: 'MARKET', ...rest, texts }, PRICE, EURUSD, money)
  const { unit = '', hasSide = false, linkedTo = null } = choice
  const quantity = { value: read.draft.quantity, unit: 'units' } as const
  const ticket = { ...read, texts, known: knownOf(), linkedTo }
  return templateOf(ticket, { id: 'aaaaaaa', name: 'Mine', hasSide, quantity, unit }, EURUSD)
}

const filled = (template: OrderTemplate, changes: Partial<Parameters<typeof fillTicket>[1]> = {}) =>
  fillTicket(template, { instrument: EURUSD, known: knownOf(), equity: account.equity, side: 'BUY', ...changes })

it('keeps prices as distances, which fit the market and the side of later', () => {
  const template = saved({ type: 'LIMIT', texts: { limitPrice: '1.08227', stopLoss: '20', takeProfit: '1%' } })
  expect(template).toMatchObject({ limitPrice: { value: 20, unit: '' }, stopLoss: { value: 20, unit: '' }, side: null })
  const later = knownOf({ bid: 1.1, ask: 1.1002, isOpen: true })
  expect(filled(template, { known: later }).texts).toEqual({
    quantity: '10000',
    limitPrice: '1.09820',
    stopPrice: '',
    stopLoss: '20',
    takeProfit: '1%',
    trailingStop: '',
  })
  expect(filled(template, { known: later, side: 'SELL' }).texts.limitPrice).toBe('1.10200')
  expect(summaryOf(template)).toBe('LIMIT · 10,000 · limit 20 pips better · stop loss 20 pips · take profit 1%')
})

it('counts the limit of a stop limit order from its stop, and levels that are prices from where the order waits', () => {
  const terms = {
    type: 'STOP_LIMIT',
    texts: { stopPrice: '1.08627', limitPrice: '1.08637', stopLoss: '1.08537' },
  } as const
  const template = saved(terms, { hasSide: true, linkedTo: 'x' })
  expect(template).toMatchObject({
    side: 'BUY',
    stopPrice: { value: 20, unit: '' },
    limitPrice: { value: -1, unit: '' },
    stopLoss: { value: 10, unit: '' },
    isLinked: true,
  })
  expect(filled(template, { side: 'SELL' }).side).toBe('BUY')
  expect(filled(template).texts).toMatchObject({ stopPrice: '1.08627', limitPrice: '1.08637', stopLoss: '10' })
  const percent = saved(terms, { unit: '%' })
  expect(percent).toMatchObject({ stopPrice: { value: 0.18, unit: '%' }, stopLoss: { value: 0.09, unit: '%' } })
})

it('writes pips so that they are never read as a price', () => {
  const template = { ...saved({ texts: { stopLoss: '1.08399' } }), takeProfit: { value: 20.46, unit: '' } }
  expect(template.stopLoss).toEqual({ value: 2.8, unit: '' })
  expect(filled(template).texts).toMatchObject({ stopLoss: '2.8', takeProfit: '20.5' })
})

it('says what does not fit an instrument, and fills the rest', () => {
  const template = saved({ type: 'STOP_LIMIT', texts: { stopPrice: '1.08627', limitPrice: '1.08637', stopLoss: '20' } })
  const instrument = instrumentOf({ minQuantity: 50_000, orderTypes: ['MARKET', 'LIMIT'], exchangeName: 'OANDA' })
  expect(filled(template, { instrument })).toEqual({
    type: null,
    side: 'BUY',
    texts: { stopLoss: '20', takeProfit: '', trailingStop: '' },
    problems: ['OANDA takes no stop limit orders.', 'Its quantity is 10,000. Minimum trade size for EUR/USD is 50000.'],
  })
})

it('reads a part of the equity as what it pays for, and says where that is not known or too little', () => {
  const template: OrderTemplate = { ...saved({}), quantity: { value: 2, unit: 'equity' } }
  expect(filled(template).texts.quantity).toBe('5510')
  const unknown = { ...knownOf(), price: null }
  expect(filled(template, { known: unknown })).toMatchObject({
    problems: ['What its part of the equity pays for is not known.'],
  })
  const small = filled({ ...template, quantity: { value: 0.001, unit: 'equity' } })
  expect(small.problems).toEqual(['0.001% of the equity pays for less than the smallest order.'])
  expect(small.texts.quantity).toBeUndefined()
})

it('leaves stops out of a sale of coins, and says so', () => {
  const template = saved({ side: 'SELL', texts: { stopLoss: '20' } }, { hasSide: true })
  const sale = filled(template, { known: { ...knownOf(), isSpot: true } })
  expect(sale).toMatchObject({
    texts: { stopLoss: '' },
    problems: ['A sale opens no position that a stop could protect.'],
  })
})
