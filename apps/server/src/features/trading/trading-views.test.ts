import type { schema } from '@tradeloom/database'
import { expect, it } from 'vitest'
import { viewExecution } from './trading-views.ts'

it('shows a price that an earlier release calculated with doubles without their noise', () => {
  const row = {
    tradeId: 'T1',
    accountId: 'a',
    owner: 'manual',
    positionId: null,
    time: new Date(0),
    instrumentId: 'PEPEUSDT:BINANCE',
    side: 'BUY',
    price: 60_000.99999999999,
    quantity: 1,
    fee: 0.15000000000000002,
    orderType: 'MARKET',
    orderPrice: null,
    orderStatus: 'FILLED',
  } as unknown as typeof schema.fills.$inferSelect
  expect(viewExecution(row, 'PEPE/USDT')).toMatchObject({ price: 60_001, fee: 0.15 })
  // Coins of which millions cost a cent have more digits than a cent.
  expect(viewExecution({ ...row, price: 0.00000123456789 }, 'PEPE/USDT').price).toBe(0.00000123456789)
})
