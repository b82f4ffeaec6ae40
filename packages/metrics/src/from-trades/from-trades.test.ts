import { createRandom } from '@tradeloom/domain'
import { describe, expect, it } from 'vitest'

import { computeMetrics } from '../compute-metrics.ts'
import { inputFromEquity } from './input-from-equity.ts'
import { inputFromTrades } from './input-from-trades.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** A Monday. */
const START = Date.UTC(2024, 0, 1)

describe('inputFromEquity', () => {
  it('uses the last value at or before each midnight as the end of the day', () => {
    const time = [START, START + 5 * HOUR, START + DAY, START + DAY + HOUR, START + 2.5 * DAY]
    const { days, start, end, maxDrawdown, maxDrawdownFraction } = inputFromEquity({
      time,
      equity: [100, 90, 110, 99, 120],
    })
    expect(days).toEqual({
      time: [START, START + DAY, START + 2 * DAY, START + 3 * DAY],
      equity: [100, 110, 99, 120],
    })
    expect([start, end]).toEqual([START, START + 2.5 * DAY])
    expect([maxDrawdown, maxDrawdownFraction]).toEqual([11, 0.1])
  })

  it('counts Monday to Friday unless equity changed on a Saturday', () => {
    // Friday ends at midnight of Saturday.
    const friday = [START, START + 5 * DAY, START + 7 * DAY]
    expect(inputFromEquity({ time: friday, equity: [100, 101, 101] }).calendar).toBe('forex')
    expect(inputFromEquity({ time: [START, START + 5.5 * DAY], equity: [100, 101] }).calendar).toBe('always')
    expect(inputFromEquity({ time: [START, START + 5.5 * DAY], equity: [100, 100] }).calendar).toBe('forex')
    const told = inputFromEquity({ time: friday, equity: [100, 101, 102] }, { calendar: 'always' })
    expect(computeMetrics(told)['averageDailyReturn']?.n).toBe(7)
  })

  it('starts with the first point, or with the given balance', () => {
    const points = { time: [START, START + DAY], equity: [100, 150] }
    expect(computeMetrics(inputFromEquity(points))['totalReturn']?.value).toBeCloseTo(50, 12)
    const told = computeMetrics(inputFromEquity(points, { initialBalance: 200 }))
    expect(told['totalReturn']?.value).toBeCloseTo(-25, 12)
    expect(told['maxDrawdown']?.value).toBe(50)
  })

  it.each([
    ['one point', { time: [START], equity: [1] }, {}],
    ['columns of different lengths', { time: [START, START + 1], equity: [1] }, {}],
    ['a value that is not a number', { time: [START, START + 1], equity: [1, Number.NaN] }, {}],
    ['a step back', { time: [START, START - 1], equity: [1, 2] }, {}],
    ['a starting balance of zero', { time: [START, START + 1], equity: [0, 2] }, {}],
    ['a negative starting balance', { time: [START, START + 1], equity: [1, 2] }, { initialBalance: -5 }],
  ])('rejects %s', (_, points, options) => {
    expect(() => inputFromEquity(points, options)).toThrow(RangeError)
  })
})

describe('inputFromTrades', () => {
  const trades = [
    { openTime: START + 30 * HOUR, closeTime: START + 40 * HOUR, profit: -60 },
    { openTime: START + 2 * HOUR, closeTime: START + 20 * HOUR, profit: 100 },
    { openTime: START + 19 * HOUR, closeTime: START + 60 * HOUR, profit: 30, equityAtEntry: 777 },
  ]

  it('sorts trades, and uses the balance of closed ones as equity', () => {
    const input = inputFromTrades(trades, { initialBalance: 1_000 })
    expect(input.closed.map(({ profit }) => profit)).toEqual([100, -60, 30])
    expect(input.curve.equity).toEqual([1_100, 1_040, 1_070])
    expect([input.start, input.end]).toEqual([START + 2 * HOUR, START + 60 * HOUR])
    expect(input.closed.map(({ equityAtEntry }) => equityAtEntry)).toEqual([1_000, 1_100, 777])
    const metrics = computeMetrics(input)
    expect(metrics['maxDrawdownMoney']?.value).toBe(60)
    expect(metrics['closedDrawdownMoney']?.value).toBe(60)
    expect(metrics['profit']?.value).toBe(70)
    expect(metrics['averageHolding']?.value).toBeCloseTo((18 + 10 + 41) / 3, 12)
    for (const key of ['maeAverage', 'totalCosts', 'realizedPips', 'meanLeverage'])
      expect(metrics[key], key).toMatchObject({ value: null, reason: 'not-given' })
  })

  it('counts trades that close at the same time as one event, in any order', () => {
    const many = [
      { closeTime: START + HOUR, profit: 500 },
      { closeTime: START + HOUR, profit: -400 },
      { closeTime: START + HOUR, profit: 300 },
      { closeTime: START + 2 * HOUR, profit: -50 },
    ]
    for (const list of [many, many.toReversed()]) {
      const metrics = computeMetrics(inputFromTrades(list, { initialBalance: 1_000 }))
      expect(metrics['maxDrawdownMoney']?.value).toBe(50)
      expect(metrics['closedDrawdownMoney']?.value).toBe(50)
      expect(metrics['closedDrawdown']?.value).toBeCloseTo((50 / 1_400) * 100, 12)
    }
  })

  it('gives the same closed and maximum drawdown', () => {
    const random = createRandom(11)
    for (let turn = 0; turn < 200; turn++) {
      const list = Array.from({ length: 1 + Math.floor(random() * 40) }, () => ({
        closeTime: START + Math.floor(random() * 12) * HOUR,
        profit: Math.round((random() - 0.5) * 400),
      }))
      const metrics = computeMetrics(inputFromTrades(list, { initialBalance: 1_000 }), { intervals: false })
      expect(metrics['closedDrawdownMoney']?.value).toBe(metrics['maxDrawdownMoney']?.value)
      expect(metrics['closedDrawdown']?.value).toBe(metrics['maxDrawdown']?.value)
    }
  })

  it('omits exposure and holding time if opening times are unknown', () => {
    const input = inputFromTrades([{ closeTime: START + HOUR, profit: 5 }], { initialBalance: 100 })
    const metrics = computeMetrics(input)
    for (const key of ['exposure', 'averageHolding', 'expectancyPercent'])
      expect(metrics[key], key).toMatchObject({ value: null, reason: 'not-given' })
    expect(metrics['expectancy']?.value).toBe(5)
  })

  it.each([
    ['an empty list', [], 1_000],
    ['a trade that closes before it opens', [{ openTime: START + 1, closeTime: START, profit: 1 }], 1_000],
    ['a profit that is not a number', [{ closeTime: START, profit: Number.NaN }], 1_000],
    ['a starting balance of zero', [{ closeTime: START, profit: 1 }], 0],
  ])('rejects %s', (_, list, initialBalance) => {
    expect(() => inputFromTrades(list, { initialBalance })).toThrow(RangeError)
  })
})
