import { expect, it } from 'vitest'
import { readOrder } from './read-order.ts'

const CREATED = { createTime: '2026-01-01T00:00:00.000000000Z', state: 'PENDING' }

it('an order that belongs to a trade names the position that it closes, and no other one does', () => {
  const stop = { ...CREATED, id: '12', type: 'STOP_LOSS', tradeID: '7', price: '1.05' }
  const trade = { instrument: 'EUR_USD', currentUnits: '1000', initialUnits: '1000' }
  expect(readOrder(stop, trade)).toMatchObject({ closes: '7', type: 'STOP', side: 'SELL', quantity: 1_000 })
  const order = { ...CREATED, id: '13', type: 'STOP', instrument: 'EUR_USD', units: '-1000', price: '1.05' }
  expect(readOrder(order)).toMatchObject({ side: 'SELL', quantity: 1_000 })
  expect(readOrder(order)).not.toHaveProperty('closes')
})
