import { describe, expect, it } from 'vitest'

import { computeMetrics } from '../compute-metrics.ts'
import { inputFromEquity } from '../from-trades/input-from-equity.ts'
import { inputFromTrades, type TradeRecord } from '../from-trades/input-from-trades.ts'
import { computeAnalysis } from './compute-analysis.ts'
import { computeRolling } from './compute-rolling.ts'
import { extremesOf } from './extremes-of.ts'
import { holdingCurve } from './holding-curve.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** A Monday. */
const START = Date.UTC(2024, 0, 1)

const EQUITY = [1_000, 1_010, 1_004, 1_020, 1_011, 1_033, 1_030, 1_051, 1_049, 1_060]
const curve = inputFromEquity(
  { time: EQUITY.map((_, day) => START + day * DAY), equity: EQUITY },
  { calendar: 'always' },
)

describe('rolling statistics', () => {
  it('equal the metrics of the run if the window is the whole run', () => {
    const days = EQUITY.length - 1
    const rolling = computeRolling(curve, days)
    const metrics = computeMetrics(curve, { intervals: false })
    const perYear = Math.sqrt(365)
    expect(rolling.time).toHaveLength(days)
    expect(rolling.sharpe.slice(0, -1).every((value) => value === null)).toBe(true)
    expect(rolling.sharpe.at(-1)).toBeCloseTo((metrics['sharpeDaily']?.value ?? Number.NaN) * perYear, 10)
    expect(rolling.sortino.at(-1)).toBeCloseTo((metrics['sortinoDaily']?.value ?? Number.NaN) * perYear, 10)
    expect(rolling.return.at(-1)).toBeCloseTo(0.06, 12)
    expect(rolling.maxDrawdown.at(-1)).toBeCloseTo(9 / 1_020, 12)
  })

  it('see only the days of their window', () => {
    const { return: returns, maxDrawdown } = computeRolling(curve, 2)
    expect(returns.slice(0, 3)).toEqual([null, expect.closeTo(0.004, 12), expect.closeTo(1_020 / 1_010 - 1, 12)])
    expect(maxDrawdown[1]).toBeCloseTo(6 / 1_010, 12)
    expect(maxDrawdown[8]).toBeCloseTo(2 / 1_051, 12)
  })
})

describe('realized periods', () => {
  const trade = (closeTime: number, profit: number): TradeRecord => ({ openTime: START, closeTime, profit })

  it('count the Sunday evening of forex in the week and the day of Monday', () => {
    const sunday = START + 6 * DAY + 23 * HOUR
    const trades = [trade(START + 2 * DAY, 5), trade(sunday, 7), trade(sunday + 3 * HOUR, 1)]
    const { daily, weekly, monthly } = computeAnalysis(
      inputFromTrades(trades, { initialBalance: 1_000, calendar: 'forex' }),
    )
    expect(weekly).toMatchObject({ time: [START - DAY, START + 6 * DAY], profit: [5, 8] })
    expect(daily.profit[daily.time.indexOf(START + 7 * DAY)]).toBe(8)
    expect(daily.time).not.toContain(START + 6 * DAY)
    expect(monthly).toMatchObject({ time: [START], profit: [13] })
  })
})

describe('weeks', () => {
  it('run from Sunday to Saturday', () => {
    const [saturday, sunday] = [START + 5 * DAY + 23 * HOUR, START + 6 * DAY + HOUR]
    const trades = [5, 7].map((profit, k) => ({ openTime: START, closeTime: k === 0 ? saturday : sunday, profit }))
    const { weekly } = computeAnalysis(inputFromTrades(trades, { initialBalance: 1_000, calendar: 'always' }))
    expect(weekly.time.map((time) => new Date(time).getUTCDay())).toEqual([0, 0])
    expect(weekly).toMatchObject({ time: [START - DAY, START + 6 * DAY], profit: [5, 7] })
  })
})

describe('holding an instrument', () => {
  const run = { ...curve, initialBalance: 1_000 }

  it('turns its prices into money, with the drawdown and the days without a price', () => {
    const ends = [1, 2, 4].map((day) => START + day * DAY)
    const held = holdingCurve(run, { first: 2, time: ends, price: [2.2, 1.1, 3] })
    expect(held).toMatchObject({ value: [1_000, 1_100, 550, 1_500], return: 0.5, maxDrawdown: 0.5, missingDays: 6 })
  })

  it('is undefined for prices that are not positive', () => {
    expect(holdingCurve(run, { first: 0, time: [START], price: [1] })).toBeNull()
    expect(holdingCurve(run, { first: 1, time: [START], price: [-1] })).toBeNull()
    expect(holdingCurve(run, { first: 1, time: [], price: [] })).toBeNull()
  })
})

it('thins a long line and keeps its extremes and its end', () => {
  const values = Array.from({ length: 10_000 }, (_, i) => Math.sin(i / 7) + (i === 5_003 ? 9 : 0) - (i === 77 ? 9 : 0))
  const rows = extremesOf(values, 600)
  expect(rows.length).toBeLessThanOrEqual(600)
  expect(rows).toEqual(expect.arrayContaining([77, 5_003, 9_999]))
  expect(rows).toEqual(rows.toSorted((a, b) => a - b))
  expect(extremesOf([3, 1, 2], 600)).toEqual([0, 1, 2])
})
