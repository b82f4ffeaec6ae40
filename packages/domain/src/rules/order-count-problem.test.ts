import { expect, it } from 'vitest'
import { defineInstrument } from '../define-instrument.ts'
import { listInstrument } from '../listed-instrument.ts'
import { NO_ORDERS, orderCountProblem } from './order-count-problem.ts'

const LISTING = listInstrument(defineInstrument('BTCUSDT:BINANCE'), { status: 'active', maxOrders: 8, maxStops: 5 })
const order = (given: object) => ({ type: 'MARKET', stopLoss: null, takeProfit: null, ...given }) as const

it('refuses an order whose stop would be one too many for its venue', () => {
  const full = { ...NO_ORDERS, orders: 5, stops: 5 }
  expect(orderCountProblem(order({ stopLoss: 1 }), full, LISTING)).toMatch(
    /^Binance takes at most 5 orders with a stop/,
  )
  expect(orderCountProblem(order({ type: 'STOP_LIMIT' }), full, LISTING)).toMatch(/ and 5 work already$/)
  expect(orderCountProblem(order({ stopLoss: 1 }), { ...full, orders: 4, stops: 4 }, LISTING)).toBeNull()
  expect(orderCountProblem(order({ takeProfit: 1 }), full, LISTING)).toBeNull()
})

it('refuses an order that is, or whose protections would be, one too many in all', () => {
  const nearly = { ...NO_ORDERS, orders: 7 }
  expect(orderCountProblem(order({ type: 'LIMIT' }), nearly, LISTING)).toBeNull()
  expect(orderCountProblem(order({ stopLoss: 1, takeProfit: 2 }), nearly, LISTING)).toMatch(/at most 8 orders of/)
  expect(orderCountProblem(order({}), { ...nearly, orders: 8 }, LISTING)).toBeNull()
})

it('knows no limit where the venue states none', () => {
  const listing = listInstrument(defineInstrument('BTCUSDT:BINANCE'))
  expect(
    orderCountProblem(order({ type: 'LIMIT', stopLoss: 1 }), { ...NO_ORDERS, orders: 999, stops: 999 }, listing),
  ).toBeNull()
})

it('does not count protections that a further order of a person replaces', () => {
  const full = { orders: 8, stops: 5, replaceable: { orders: 2, stops: 1 } }
  expect(orderCountProblem(order({ stopLoss: 1, takeProfit: 2 }), full, LISTING)).toBeNull()
  // Without protections of its own it leaves those in their place.
  expect(orderCountProblem(order({ type: 'LIMIT' }), full, LISTING)).toMatch(/and 8 work already$/)
})
