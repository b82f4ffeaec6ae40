import { describe, expect, it } from 'vitest'

import { computeBreakdowns } from './breakdowns/compute-breakdowns.ts'
import { computeMetrics } from './compute-metrics.ts'
import type { MetricInput } from './metric-input.ts'
import { inputFromEquity } from './from-trades/input-from-equity.ts'
import { inputFromTrades } from './from-trades/input-from-trades.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** A Monday. */
const MONDAY = Date.UTC(2024, 0, 1)

function ofProfits(profits: readonly number[]): MetricInput {
  const trades = profits.map((profit, at) => ({ closeTime: MONDAY + at * DAY + HOUR, profit }))
  return inputFromTrades(trades, { initialBalance: 1_000_000, calendar: 'always' })
}

/** The compounded return of all days. */
function compounded(input: MetricInput): number {
  return computeBreakdowns(input).daily.reduce((growth, day) => growth * (1 + day.return), 1) - 1
}

describe('edge cases of numbers', () => {
  it('equal profits of any size have no deviation', () => {
    for (const profit of [0.1, 1_234.56, 123_456.78, -98_765_432.1])
      expect(computeMetrics(ofProfits([profit, profit, profit, profit, profit, profit, profit]))['sqn']).toMatchObject({
        value: null,
        reason: 'zero-deviation',
        n: 7,
      })
    expect(computeMetrics(ofProfits([123_456.78, 123_456.79]))['sqn']?.value).toBeGreaterThan(1e7)
  })

  it('no gains and no losses do not give an infinite profit factor', () => {
    expect(computeMetrics(ofProfits([0, 0]))['grossProfitFactor']).toMatchObject({ value: null, reason: 'no-win' })
    expect(computeMetrics(ofProfits([0, 3]))['grossProfitFactor']).toMatchObject({ value: null, reason: 'no-loss' })
  })

  it('a run without duration has no growth rate', () => {
    const metrics = computeMetrics(ofProfits([-5]))
    expect(metrics['cagr']).toMatchObject({ value: null, reason: 'too-few' })
    expect(metrics['profit']?.value).toBe(-5)
  })
})

describe('daily returns add up to the total return', () => {
  it('of a forex run that ends on a Sunday evening, which counts as the following Monday', () => {
    // Friday evening 1,100, Sunday evening 990.
    const time = [MONDAY, MONDAY + 4 * DAY + 20 * HOUR, MONDAY + 6 * DAY + 23 * HOUR]
    const input = inputFromEquity({ time, equity: [1_000, 1_100, 990] })
    expect(input.calendar).toBe('forex')
    const { daily } = computeBreakdowns(input)
    expect(daily.map(({ time: day }) => (day - MONDAY) / DAY)).toEqual([0, 1, 2, 3, 4, 7])
    expect(daily.at(-1)?.return).toBeCloseTo(-0.1, 12)
    expect(compounded(input)).toBeCloseTo(-0.01, 12)
  })

  it('of a forex run of one Sunday evening', () => {
    const input = inputFromEquity({ time: [MONDAY + 6 * DAY + 22 * HOUR, MONDAY + 7 * DAY], equity: [1_000, 1_020] })
    expect(computeBreakdowns(input).daily).toEqual([{ time: MONDAY + 7 * DAY, return: 1_020 / 1_000 - 1 }])
  })

  it('of a run that ends on a quiet Sunday, without an extra day', () => {
    const input = inputFromEquity({
      time: [MONDAY, MONDAY + 4.5 * DAY, MONDAY + 7 * DAY],
      equity: [1_000, 1_100, 1_100],
    })
    expect(computeBreakdowns(input).daily.length).toBe(5)
  })

  it('of trades with closing dates only', () => {
    // Midnights that end Friday, January 5, Wednesday, January 31, and Thursday, February 1.
    const closes = [MONDAY + 5 * DAY, MONDAY + 31 * DAY, MONDAY + 32 * DAY]
    const input = inputFromTrades(
      closes.map((closeTime, at) => ({ closeTime, profit: [100, 50, -20][at] as number })),
      { initialBalance: 1_000 },
    )
    expect(input).toMatchObject({ calendar: 'forex', start: MONDAY + 4 * DAY, end: MONDAY + 32 * DAY })
    const { daily, monthly } = computeBreakdowns(input)
    expect(daily[0]).toEqual({ time: MONDAY + 4 * DAY, return: 1_100 / 1_000 - 1 })
    expect(monthly.map(({ month, profit }) => [month, profit])).toEqual([
      ['2024-01', 150],
      ['2024-02', -20],
    ])
    expect(compounded(input)).toBeCloseTo(0.13, 12)
    expect(computeMetrics(input)['averageDailyReturn']?.n).toBe(20)
  })

  it('of an equity curve with two values at the end of its first day', () => {
    const input = inputFromEquity({ time: [MONDAY + DAY, MONDAY + DAY, MONDAY + 2 * DAY], equity: [100, 110, 99] })
    expect(computeBreakdowns(input).daily).toEqual([
      { time: MONDAY, return: 110 / 100 - 1 },
      { time: MONDAY + DAY, return: 99 / 110 - 1 },
    ])
  })

  it('of a trade that opens and closes at the midnight at which the list begins', () => {
    const at = MONDAY + 2 * DAY
    const input = inputFromTrades(
      [
        { openTime: at, closeTime: at, profit: 100 },
        { openTime: at, closeTime: at + DAY / 2, profit: 50 },
      ],
      { initialBalance: 1_000 },
    )
    expect(computeBreakdowns(input).monthly.map(({ profit }) => profit)).toEqual([150])
    expect(compounded(input)).toBeCloseTo(0.15, 12)
  })

  it('of an equity curve that does not start at the given balance', () => {
    const time = [MONDAY + DAY, MONDAY + 2 * DAY]
    const input = inputFromEquity({ time, equity: [110, 99] }, { initialBalance: 100 })
    expect(computeBreakdowns(input).daily.map((day) => Math.round(day.return * 1e9) / 1e9)).toEqual([0.1, -0.1])
    expect(computeBreakdowns(input).monthly.map(({ profit }) => profit)).toEqual([-1])
  })
})

describe('trading time', () => {
  it('excludes holidays: a position over Christmas counts only the open hours', () => {
    // Open from Tuesday noon to Thursday noon; closed all day on Wednesday, December 25.
    const noon = Date.UTC(2024, 11, 24, 12)
    const trade = { openTime: noon, closeTime: noon + DAY + 18 * HOUR, profit: 1, notional: 500 }
    const last = { openTime: noon + 2 * DAY, closeTime: noon + 2 * DAY, profit: 0, notional: 0 }
    const input = inputFromTrades([trade, last], { initialBalance: 1_000, calendar: 'always' })
    const closures = [{ from: Date.UTC(2024, 11, 25), to: Date.UTC(2024, 11, 26) }]
    const share = (run: MetricInput) => computeMetrics(run)['exposure']?.value
    expect(share(input)).toBeCloseTo((100 * 42) / 48, 10)
    expect(share({ ...input, closures })).toBeCloseTo((100 * 18) / 24, 10)
    expect(computeMetrics({ ...input, closures })['meanLeverage']?.value).toBeCloseTo((0.5 * 18) / 24, 10)
    expect(share({ ...input, calendar: 'forex', closures })).toBeCloseTo((100 * 18) / 24, 10)
  })
})
