import { expect, it } from 'vitest'
import { defineInstrument } from '../define-instrument.ts'
import { listInstrument } from '../listed-instrument.ts'
import { executesAtOnce, orderChangeProblem, restMargin } from './order-change-problem.ts'
import type { OrderDraft } from './validate-order.ts'

const instrument = listInstrument(
  defineInstrument('EURUSD:SIM', { calendar: 'always', lotSize: 1000, minQuantity: 1000 }),
  { status: 'active', tradingOpen: true },
)
const price = { bid: 1.1, ask: 1.1002, age: 0 }
const around = { isLoggedIn: true, instrument, isConnected: true, time: Date.UTC(2026, 10, 25), price }
const draft: OrderDraft = {
  type: 'LIMIT',
  side: 'BUY',
  quantity: 10_000,
  limitPrice: 1.09,
  stopPrice: null,
  stopLoss: null,
  takeProfit: null,
  trailingStop: null,
}

it.each([
  [{}, null],
  [{ quantity: 1_500 }, 'Lot size is 1000'],
  [{ quantity: 3_000 }, 'As much as that is filled already: cancel the order instead'],
  [{ limitPrice: NaN }, 'Invalid number'],
  [{ limitPrice: 1.2 }, 'Limit price is more than 1% above the market'],
  [{ stopLoss: 1.095 }, 'Stop loss must be less than bid price for long positions'],
  [{ type: 'STOP', stopPrice: 1.1 }, 'Stop price must be greater than ask price for buy orders'],
  [{ type: 'STOP', stopPrice: 1.11 }, null],
  [{ type: 'STOP', side: 'SELL', stopPrice: 1.1 }, 'Stop price must be less than bid price for sell orders'],
  [{ type: 'MARKET' }, 'A market order cannot be changed'],
] as const)('a working order of which 3,000 are filled is not changed to what it cannot be: %o', (changes, message) => {
  expect(orderChangeProblem({ draft: { ...draft, ...changes }, filled: 3_000 }, around)?.message ?? null).toBe(message)
})

it('no order is changed at an old price', () => {
  const old = { ...around, price: { ...price, age: 60_000 } }
  expect(orderChangeProblem({ draft, filled: 0 }, old)?.message).toBe('No fresh price')
})

it('a limit at the market or beyond it would be filled at once', () => {
  expect(executesAtOnce({ ...draft, limitPrice: 1.1001 }, price)).toBe(false)
  expect(executesAtOnce({ ...draft, limitPrice: 1.1002 }, price)).toBe(true)
  expect(executesAtOnce({ ...draft, side: 'SELL', limitPrice: 1.1001 }, price)).toBe(false)
  expect(executesAtOnce({ ...draft, side: 'SELL', limitPrice: 1.1 }, price)).toBe(true)
  expect(executesAtOnce({ ...draft, type: 'STOP_LIMIT', limitPrice: 1.2 }, price)).toBe(false)
})

it('needs margin for what is not filled yet', () => {
  const context = { quote: price, instrument, accountCurrency: 'USD', conversion: 1 }
  const { marginRate } = instrument
  expect(restMargin({ draft, filled: 3_000 }, context)).toBeCloseTo(7_000 * 1.09 * marginRate, 9)
})
