import { describe, expect, it } from 'vitest'
import { stopLossProblem } from './order-rules.ts'
import { type LevelField, readLevel } from './read-level.ts'
import { readNumber, readQuantity } from './read-order.ts'

const EURUSD = { bid: 1.08412, ask: 1.08427 }
const forex: LevelField = {
  kind: 'stopLoss',
  side: 'BUY',
  quote: EURUSD,
  instrument: { pipSize: 0.0001, quoteStep: 0.00001 },
}
const yen = { ...forex, quote: { bid: 151.234, ask: 151.249 }, instrument: { pipSize: 0.01, quoteStep: 0.001 } }
const coin = { ...forex, quote: { bid: 61_837.63, ask: 61_837.64 }, instrument: { pipSize: 0.01, quoteStep: 0.01 } }

describe('pips or price', () => {
  it.each([
    ['20', 20, 1.08227],
    ['20.5', 20.5, 1.08222],
    ['1.1', 1.1, 1.08416],
    ['.5', 0.5, 1.08422],
    ['1.', 1, 1.08417],
  ])('reads %s as %d pips below the ask', (text, pips, price) => {
    expect(readLevel(text, forex)).toMatchObject({ unit: 'pips', label: '(pips)', pips, price })
  })

  it('reads two decimals as a price, with the side that closes the position', () => {
    expect(readLevel('1.08127', forex)).toMatchObject({ unit: 'price', label: '(SELL)', price: 1.08127, pips: 30 })
    expect(readLevel('1.09', { ...forex, side: 'SELL' })).toMatchObject({ label: '(BUY)', price: 1.09 })
  })

  it('reads 20.50 as a price, which no stop of a buy may have', () => {
    const reading = readLevel('20.50', forex)
    expect(reading).toMatchObject({ unit: 'price', price: 20.5 })
    expect(stopLossProblem('BUY', reading?.price ?? null, EURUSD)).toMatch(/less than bid price for long/)
  })

  it.each(['0', '0.00', '-5', 'abc', '', ' ', '1e3', '1,08127', '1.2.3', '.', 'Infinity', '1 000'])(
    'takes %j as cleared',
    (text) => {
      expect(readLevel(text, forex)).toBeNull()
    },
  )

  it('takes a comma for the decimal point only where the locale does', () => {
    expect(readLevel('1,08127', forex, ',')).toMatchObject({ unit: 'price', price: 1.08127 })
    expect(readLevel('20,5', forex, ',')).toMatchObject({ unit: 'pips', pips: 20.5 })
    expect(readLevel('1.234,5', forex, ',')).toBeNull()
  })

  it.each([
    ['1.1', forex, 'Read as 1.1 pips. For the price type 1.10'],
    ['151.2', yen, 'Read as 151.2 pips. For the price type 151.20'],
    ['61000', coin, 'Read as 61,000 pips. For the price type 61000.00'],
    ['20', forex, null],
    ['20', yen, null],
    ['100', yen, null],
    ['61000.00', coin, null],
  ])('points out that %s may be meant as a price', (text, field, hint) => {
    expect(readLevel(text, field)?.hint).toBe(hint)
  })

  it('counts pips of stop and target from the price at which the position opens', () => {
    const levels = (['BUY', 'SELL'] as const).map((side) =>
      (['stopLoss', 'takeProfit'] as const).map((kind) => readLevel('30', { ...yen, side, kind })?.price),
    )
    expect(levels).toEqual([
      [150.949, 151.549],
      [151.534, 150.934],
    ])
  })

  it('counts a trailing stop from the price that triggers it', () => {
    const trailing = (side: 'BUY' | 'SELL', text: string) => readLevel(text, { ...forex, side, kind: 'trailingStop' })
    expect(trailing('BUY', '30')).toMatchObject({ distance: 0.003, price: 1.08112 })
    expect(trailing('SELL', '30')).toMatchObject({ distance: 0.003, price: 1.08727 })
    expect(trailing('BUY', '1.08012')).toMatchObject({ distance: 0.004, pips: 40 })
    expect(trailing('SELL', '1.08927')).toMatchObject({ distance: 0.005, pips: 50 })
  })

  it('moves stops between two steps toward the market, and targets away from it', () => {
    const price = (kind: LevelField['kind'], side: 'BUY' | 'SELL') => readLevel('20.5', { ...coin, kind, side })?.price
    expect([price('stopLoss', 'BUY'), price('stopLoss', 'SELL')]).toEqual([61_837.44, 61_837.83])
    expect([price('takeProfit', 'BUY'), price('takeProfit', 'SELL')]).toEqual([61_837.85, 61_837.42])
    expect(readLevel('20.5', { ...coin, kind: 'trailingStop' })?.distance).toBe(0.2)
  })
})

describe('the fields of an order', () => {
  it('reads digits as a quantity, and nothing else', () => {
    expect(['1000', '007', '0'].map((text) => readQuantity(text, { lotSize: 1000 }))).toEqual([1000, 7, 0])
    for (const text of ['', '1a', '-1', '+1', '1.0', '1e3', ' 1', '1,000', '٣'])
      expect(readQuantity(text, { lotSize: 1 }), text).toBeNaN()
  })

  it('reads one decimal point where lots are fractions, down to their last digit', () => {
    expect(['0.015', '2', '0.00001'].map((text) => readQuantity(text, { lotSize: 0.00001 }))).toEqual([0.015, 2, 1e-5])
    for (const text of ['0.000001', '.5', '1.', '0.0.1'])
      expect(readQuantity(text, { lotSize: 0.00001 }), text).toBeNaN()
  })

  it('reads numbers as a person writes them', () => {
    expect([' 1.5 ', '.5', '1.', '-2'].map((text) => readNumber(text))).toEqual([1.5, 0.5, 1, -2])
    for (const text of ['x', '', '1e5', '0x1', 'NaN', '1,5']) expect(readNumber(text), text).toBeNaN()
  })
})
