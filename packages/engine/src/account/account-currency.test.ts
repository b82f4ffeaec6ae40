import { defineInstrument } from '@tradeloom/domain'
import { describe, expect, it } from 'vitest'

import { atBars, flatBars, minuteBars, runScript, still } from '../run.fixture.ts'
import type { RunSpec } from '../run-spec.ts'

const ROUND_TRIP = atBars({ 1: 'buy({ quantity: 10000 })', 2: 'closeAll()' })

/**
 * Profit of 10,000 units bought at the first price and sold at the second, with constant prices in the other markets.
 */
function profit(symbol: string, from: number, to: number, currency: string, others: Readonly<Record<string, number>>) {
  const conversions = Object.keys(others).map((id) => defineInstrument(`${id}:TEST`))
  const changes: Partial<RunSpec> = {
    instrument: defineInstrument(`${symbol}:TEST`),
    conversions,
    accountCurrency: currency,
    initialBalance: 1e7,
  }
  const series = conversions.map((instrument) => ({
    instrumentId: instrument.id,
    columns: flatBars(others[instrument.symbol] as number, 4),
  }))
  return runScript(ROUND_TRIP, minuteBars(still(from, from, to, to)), changes, series).statistics.profit
}

describe('profit in the currency of the account', () => {
  it('converts profit through the traded pair itself', () => {
    // 200 USD at 1.12 dollars per euro; 10,000 JPY at 151 yen per dollar.
    expect(profit('EURUSD', 1.1, 1.12, 'EUR', {})).toBeCloseTo(200 / 1.12, 8)
    expect(profit('USDJPY', 150, 151, 'USD', {})).toBeCloseTo(10_000 / 151, 8)
  })

  it('converts at the price of the place on the path, not at the one that the path leads to', () => {
    // The bar rises straight from 1.10 to 1.20; the target of 1.15 is met halfway.
    const order = atBars({ 1: 'buy({ quantity: 10000, takeProfit: 1.15 })' })
    const bars = minuteBars([...still(1.1, 1.1), [1.1, 1.2, 1.1, 1.2], ...still(1.2)])
    const inEuros = { instrument: defineInstrument('EURUSD:TEST'), accountCurrency: 'EUR', path: 'ohlc' } as const
    expect(runScript(order, bars, inEuros).positions[0]?.profit).toBeCloseTo(500 / 1.15, 8)
    // A stop order that opens there pays its commission at that rate, too.
    const entry = atBars({ 1: 'buy({ quantity: 10000, stopPrice: 1.15 })' })
    const commission = { perLot: 0, percent: 1, minimum: 0, makerPercent: 0, takerPercent: 0 }
    const inYen = { instrument: defineInstrument('USDJPY:TEST'), accountCurrency: 'USD', path: 'ohlc' } as const
    const entered = runScript(entry, bars, { ...inYen, commission, initialBalance: 1e6 }).positions[0]
    expect(entered?.commission).toBeCloseTo(100, 8)
  })

  it('converts profit through another pair, quoted either way', () => {
    expect(profit('EURUSD', 1.1, 1.12, 'JPY', { USDJPY: 150 })).toBeCloseTo(200 * 150, 6)
    expect(profit('EURUSD', 1.1, 1.12, 'GBP', { GBPUSD: 1.25 })).toBeCloseTo(200 / 1.25, 8)
    expect(profit('USDJPY', 150, 151, 'EUR', { EURJPY: 160 })).toBeCloseTo(10_000 / 160, 8)
    // Through the base currency: 10,000 JPY at 151 yen per dollar, at 1.25 dollars per pound.
    expect(profit('USDJPY', 150, 151, 'GBP', { GBPUSD: 1.25 })).toBeCloseTo(10_000 / 151 / 1.25, 8)
  })

  it('converts profit through two other pairs', () => {
    // Yen to dollars at 150, dollars to pounds at 1.25.
    expect(profit('EURJPY', 160, 161, 'GBP', { USDJPY: 150, GBPUSD: 1.25 })).toBeCloseTo(10_000 / 150 / 1.25, 8)
  })

  it('rejects a run without the data to convert profit', () => {
    expect(() => profit('EURJPY', 160, 161, 'GBP', { AUDUSD: 0.6 })).toThrow(
      'Conversion instruments not found: JPY to GBP',
    )
  })

  it('rejects orders before the conversion pair has a price', () => {
    const conversion = defineInstrument('USDJPY:TEST')
    const late = flatBars(150, 4)
    for (let row = 0; row < 4; row++) late.time[row] = (late.time[row] as number) + 2 * 60_000
    const changes = { conversions: [conversion], accountCurrency: 'JPY', initialBalance: 1e7 }
    const { orders } = runScript(ROUND_TRIP, flatBars(1.1, 4), changes, [
      { instrumentId: conversion.id, columns: late },
    ])
    expect(orders[0]).toMatchObject({ status: 'REJECTED', reason: 'a conversion instrument has no price yet' })
  })

  it('converts every cost and leaves prices and pips unchanged', () => {
    const conversion = defineInstrument('USDJPY:TEST')
    const { positions } = runScript(
      ROUND_TRIP,
      minuteBars(still(1.1, 1.1, 1.12, 1.12), 0.0002),
      {
        conversions: [conversion],
        accountCurrency: 'JPY',
        initialBalance: 1e7,
        slippage: { model: 'fixed', pips: 1 },
        commission: { perLot: 500, percent: 0.01, minimum: 0, makerPercent: 0, takerPercent: 0 },
      },
      [{ instrumentId: conversion.id, columns: flatBars(150, 4) }],
    )
    // Bought at 1.1002 + 0.0001, sold at 1.12 - 0.0001: 0.0196 x 10,000 = 196 USD = 29,400 JPY before commission.
    // Commission: 2 x 500 x 0.1 = 100 JPY, and 0.01% of 11,003 and 11,199 USD: 2.2202 USD = 333.03.
    expect(positions[0]?.pips).toBeCloseTo(196, 6)
    expect(positions[0]?.commission).toBeCloseTo(433.03, 6)
    expect(positions[0]?.profit).toBeCloseTo(28_966.97, 6)
    // 0.0001 at each end, of spread and of slippage: 2 USD each.
    expect(positions[0]?.spreadCost).toBeCloseTo(300, 6)
    expect(positions[0]?.slippageCost).toBeCloseTo(300, 6)
    expect(positions[0]?.notional).toBeCloseTo(11_003 * 150, 6)
  })
})
