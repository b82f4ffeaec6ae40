import type { PositionRow } from '@tradeloom/database'
import { defineInstrument, listInstrument } from '@tradeloom/domain'
import { expect, it } from 'vitest'
import { exposureOf } from './exposure.ts'
import { ordersMargin } from './orders-margin.ts'
import { Valuation } from './valuation.ts'

const EURUSD = 'EURUSD:SIM'
const NOW = Date.UTC(2026, 10, 25, 12)
const listing = listInstrument(defineInstrument(EURUSD, { marginRate: 0.2 }), { status: 'active' })
const tick = { sequence: 0, time: NOW, receivedAt: NOW, bid: 1.1, ask: 1.1, flags: 0 }
const ticks = {
  last: async () => tick,
  heardAt: async () => NOW,
  read: async () => [tick],
  sequenceAt: async () => 0,
}
const valuation = new Valuation({ ticks, listings: async () => [listing], now: () => NOW })
const position = (direction: 'LONG' | 'SHORT', quantity: number) =>
  ({
    instrumentId: EURUSD,
    direction,
    quantity,
    openPrice: 1.1,
    profit: 0,
    pips: 0,
    usedMargin: 0,
    status: 'OPEN',
  }) as PositionRow

it('opposite positions of one market have the leverage of the market, whatever cancels out', async () => {
  const { usedMargin, netValue, value } = await exposureOf(
    [position('LONG', 10_000), position('SHORT', 10_000)],
    'USD',
    valuation,
  )
  expect(usedMargin).toBeCloseTo(2_200, 6)
  expect(netValue / usedMargin).toBeCloseTo(5, 9)
  expect(value).toBeCloseTo(22_000, 6)
})

it('working orders take the margin of the positions that they will open, and not of what is filled or only reduces', async () => {
  const order = { kind: 'PLACE', instrumentId: EURUSD, side: 'BUY', quantity: 10_000, limitPrice: 1, stopPrice: null }
  const marginOf = (filled: number, changes: object = {}) =>
    ordersMargin([{ payload: { ...order, ...changes }, filled } as never], 'USD', valuation)
  expect(await marginOf(0)).toBeCloseTo(2_000, 6)
  expect(await marginOf(4_000)).toBeCloseTo(1_200, 6)
  expect(await marginOf(0, { reduceOnly: true })).toBe(0)
})
