import { describe, expect, it } from 'vitest'
import { defineInstrument } from '../define-instrument.ts'
import { accountFigures, leverage } from './account-figures.ts'
import {
  bandProblem,
  levelFault,
  priceStepProblem,
  quantityOfTotal,
  quantityProblem,
  stopLossProblem,
  takeProfitProblem,
  trailingStopProblem,
} from './order-rules.ts'
import { isMultiple, roundToStep } from './steps.ts'

const EURUSD = { bid: 1.08412, ask: 1.08427 }
const forex = defineInstrument('EURUSD:OANDA', { lotSize: 1000, minQuantity: 1000, maxQuantity: 50_000_000 })
const coin = defineInstrument('BTCUSDT:BINANCE', { lotSize: 0.1, minQuantity: 0.1, maxQuantity: 9000 })

describe('multiples of a step', () => {
  it('counts multiples of decimal steps exactly', () => {
    expect([0.3, 0.7, 1.1, 8999.9, 0].map((value) => isMultiple(value, 0.1))).toEqual(Array(5).fill(true))
    expect([0.1 + 0.2, 0.35, 0.299999999].map((value) => isMultiple(value, 0.1))).toEqual([false, false, false])
    expect([1.08427, 0.00029, 99999.99999].every((value) => isMultiple(value, 0.00001))).toBe(true)
    expect([61800.5, 61800.3].map((value) => isMultiple(value, 0.5))).toEqual([true, false])
    expect([750, 800].map((value) => isMultiple(value, 250))).toEqual([true, false])
    expect([0.00000123, 1.23e-10].map((value) => isMultiple(value, 1e-8))).toEqual([true, false])
    expect(isMultiple(NaN, 1)).toBe(false)
  })

  it('finds every multiple of a decimal step, as it is written', () => {
    for (let count = 1; count <= 100_000; count++) {
      if (!isMultiple(Number(`${count}e-5`), 0.00001)) expect.fail(`${count}e-5 is a multiple of 0.00001`)
    }
  })

  it('rounds to a step in a direction, and never away from a step', () => {
    expect(roundToStep(0.34, 0.1, 'down')).toBe(0.3)
    expect(roundToStep(0.34, 0.1, 'up')).toBe(0.4)
    expect(roundToStep(61800.26, 0.5, 'nearest')).toBe(61800.5)
    expect(roundToStep(0.1 + 0.2, 0.1, 'up')).toBe(0.3)
    expect(roundToStep(0.3 - 0.2, 0.1, 'down')).toBe(0.1)
    expect(roundToStep(2499.9999, 1000, 'down')).toBe(2000)
  })
})

describe('the quantity of an order', () => {
  it('states minimum, maximum and lot size, in this order', () => {
    expect(quantityProblem(25_000, forex)).toBeNull()
    expect(quantityProblem(NaN, forex)).toBe('Invalid quantity')
    expect(quantityProblem(999, forex)).toBe('Minimum trade size for EUR/USD is 1000')
    expect(quantityProblem(50_000_001, forex)).toBe('Maximum trade size for EUR/USD is 50000000')
    expect(quantityProblem(1500, forex)).toBe('Lot size is 1000')
  })

  it('takes 0.3 at a lot of 0.1, and writes small lots without an exponent', () => {
    expect(quantityProblem(0.3, coin)).toBeNull()
    expect(quantityProblem(0.35, coin)).toBe('Lot size is 0.1')
    const fine = defineInstrument('PEPEUSDT:BINANCE', { lotSize: 1e-7, minQuantity: 1e-7 })
    expect(quantityProblem(0, fine)).toBe('Minimum trade size for PEPE/USDT is 0.0000001')
  })

  it('buys whole lots for a total, rounded down', () => {
    expect(quantityOfTotal(27_100, 1.08427, 1000)).toBe(24_000)
    expect(quantityOfTotal(27_106.75, 1.08427, 1000)).toBe(25_000)
    expect(quantityOfTotal(1000, 61_837.64, 0.00001)).toBe(0.01617)
  })
})

describe('the stops of an order', () => {
  it('puts the stop of a buy below both prices, and that of a sell above both', () => {
    const shortText = 'Stop loss must be greater that ask price for short positions'
    const longText = 'Stop loss must be less than bid price for long positions'
    expect(stopLossProblem('BUY', 1.08411, EURUSD)).toBeNull()
    for (const stop of [1.08412, 1.0842, 1.09]) expect(stopLossProblem('BUY', stop, EURUSD)).toBe(longText)
    expect(stopLossProblem('SELL', 1.08428, EURUSD)).toBeNull()
    for (const stop of [1.08427, 1.0842, 1.08]) expect(stopLossProblem('SELL', stop, EURUSD)).toBe(shortText)
    expect(stopLossProblem('BUY', null, EURUSD)).toBeNull()
    expect(stopLossProblem('BUY', -5.01573, EURUSD)).toBe('Stop loss must be more than 0')
  })

  it('holds a stop against both prices of a crossed market', () => {
    const crossed = { bid: 1.0843, ask: 1.0841 }
    expect(stopLossProblem('BUY', 1.0842, crossed)).not.toBeNull()
    expect(stopLossProblem('SELL', 1.0842, crossed)).not.toBeNull()
  })

  it('puts the target of a buy above the ask, and that of a sell below the bid', () => {
    expect(takeProfitProblem('BUY', 1.08428, EURUSD)).toBeNull()
    expect(takeProfitProblem('BUY', 1.08427, EURUSD)).toMatch(/^Take profit must be greater than ask price/)
    expect(takeProfitProblem('SELL', 1.08411, EURUSD)).toBeNull()
    expect(takeProfitProblem('SELL', 1.08412, EURUSD)).toMatch(/^Take profit must be less than bid price/)
    expect(takeProfitProblem('SELL', 0, EURUSD)).toBe('Take profit must be more than 0')
  })

  it('finds no fault in levels that are not set', () => {
    expect(levelFault(true, 1, 2, NaN, NaN)).toBeNull()
    expect(levelFault(false, 1, 2, NaN, NaN)).toBeNull()
  })

  it('takes a trailing stop between nothing and the whole price', () => {
    expect(trailingStopProblem('BUY', 0.003, EURUSD)).toBeNull()
    expect(trailingStopProblem('BUY', 0, EURUSD)).toBe('Trailing stop must be more than 0')
    expect(trailingStopProblem('SELL', 1.08427, EURUSD)).toBe('Trailing stop must be less than the price')
  })
})

describe('the prices of an order', () => {
  it('takes multiples of the price step alone', () => {
    const contract = { displaySymbol: 'XBT/USD', quoteStep: 0.5 }
    expect(priceStepProblem(61800.5, contract)).toBeNull()
    expect(priceStepProblem(61800.3, contract)).toBe('Prices of XBT/USD are multiples of 0.5')
  })

  it('refuses limits that give away more than 1% of the price', () => {
    expect(bandProblem('BUY', 1.0951, null, EURUSD)).toBeNull()
    expect(bandProblem('BUY', 1.0952, null, EURUSD)).toBe('Limit price is more than 1% above the market')
    expect(bandProblem('SELL', 1.0732, null, EURUSD)).toBe('Limit price is more than 1% below the market')
  })

  it('lets limits wait as far from the market as they like', () => {
    expect(bandProblem('BUY', 0.5, null, EURUSD)).toBeNull()
    expect(bandProblem('SELL', 2, null, EURUSD)).toBeNull()
  })

  it('compares the limit of a stop-limit order with its stop price', () => {
    expect(bandProblem('BUY', 1.201, 1.2, EURUSD)).toBeNull()
    expect(bandProblem('BUY', 1.22, 1.2, EURUSD)).toBe('Limit price is more than 1% above the stop price')
    expect(bandProblem('SELL', 0.98, 1, EURUSD)).toBe('Limit price is more than 1% below the stop price')
  })
})

it('derives the figures of an account from its balance', () => {
  const { equity, available, closeoutPercent } = accountFigures(10_000, 153.2, 1204.74)
  expect([equity, available.toFixed(2), closeoutPercent.toFixed(2)]).toEqual([10_153.2, '8948.46', '5.93'])
  expect(accountFigures(0, 0, 0).closeoutPercent).toBe(0)
  expect([1 / 30, 0.0333, 0.02, 1].map(leverage)).toEqual(['30:1', '30:1', '50:1', '1:1'])
})
