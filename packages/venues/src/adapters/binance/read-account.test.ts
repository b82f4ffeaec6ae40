import { describe, expect, it } from 'vitest'
import { FillCheck } from './fill-check.ts'
import { readBalance, readOrder, readReport, readTradeRow, readTransfer } from './read-account.ts'

const TRADE = {
  symbol: 'SHIBUSDT',
  id: 7,
  orderId: 9,
  time: 1,
  isBuyer: true,
  isMaker: false,
  commissionAsset: 'SHIB',
  price: '0.00000842',
  qty: '1234567.89000000',
  commission: '1234.56789000',
}

const REPORT = {
  s: 'BTCUSDT',
  i: 3,
  c: 'web_1',
  o: 'LIMIT',
  S: 'BUY',
  q: '0.30000000',
  p: '61837.63000000',
  P: '0.00000000',
  X: 'PARTIALLY_FILLED',
  O: 1,
  x: 'TRADE',
  t: 4,
  T: 2,
  N: 'BTC',
  m: true,
}

describe('amounts of Binance', () => {
  it('are those that it prints, in balances, orders, trades and transfers', () => {
    expect(readBalance({ asset: 'BTC', free: '0.10000000', locked: '0.05000000' })).toEqual({
      currency: 'BTC',
      available: 0.1,
      total: 0.15,
    })
    expect(readTradeRow(TRADE).fill).toMatchObject({ price: 0.000_008_42, quantity: 1_234_567.89, fee: 1234.567_89 })
    expect(readTransfer({ a: 'BTC', d: '-0.30000000', T: 1, E: 2 })).toMatchObject({ amount: -0.3 })
    const { order, fill } = readReport({
      ...REPORT,
      z: '0.30000000',
      l: '0.10000000',
      L: '61837.63000000',
      n: '0.00010000',
    })
    expect(order).toMatchObject({ quantity: 0.3, filled: 0.3, limitPrice: 61_837.63, stopPrice: null })
    expect(fill).toMatchObject({ quantity: 0.1, price: 61_837.63, fee: 0.0001 })
  })

  it('with more digits than numbers have are never more than it owns, and never less than it charges', () => {
    const long = '123456789.123456789012345678'
    expect(readBalance({ asset: 'SHIB', free: long, locked: '0' })).toMatchObject({ available: 123_456_789.123_456 })
    expect(readTradeRow({ ...TRADE, qty: long, commission: long }).fill).toMatchObject({
      quantity: 123_456_789.123_456,
      fee: 123_456_789.123_457,
    })
    const all = { free: '99999999999.99999999', locked: '0.00000001' }
    expect(readBalance({ asset: 'SHIB', ...all }).total).toBeLessThan(100_000_000_000)
  })

  it.each(['', 'NaN', '0x10', ' 1', '1,5', 1, null])('that are none (%j) are refused', (amount) => {
    expect(() => readBalance({ asset: 'BTC', free: amount, locked: '0' })).toThrow('A decimal of the venue is none')
    expect(() => readTradeRow({ ...TRADE, qty: amount })).toThrow('A decimal of the venue is none')
  })

  it('of no price are no price', () => {
    const { limitPrice, stopPrice } = readOrder({
      symbol: 'BTCUSDT',
      orderId: 1,
      clientOrderId: 'x',
      type: 'STOP_LOSS',
      side: 'SELL',
      origQty: '1.0',
      price: '0.00000000',
      stopPrice: '58000.10',
      status: 'NEW',
      executedQty: '0.0',
      time: 1,
    })
    expect([limitPrice, stopPrice]).toEqual([null, 58_000.1])
  })
})

it('fills that add up to what the venue has counted are complete, however small they are', () => {
  const checks = new FillCheck()
  const misses = (filled: string, last: string) => {
    const { order, fill } = readReport({ ...REPORT, z: filled, l: last, L: '1', n: '0' })
    return checks.misses(order, fill)
  }
  expect([misses('0.10000000', '0.10000000'), misses('0.30000000', '0.20000000')]).toEqual([false, false])
  expect(misses('0.300000000000002', '0.000000000000001')).toBe(true)
})
