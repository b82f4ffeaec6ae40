import { describe, expect, it } from 'vitest'

import type { MetricInput } from '../metric-input.ts'
import { inputFromEquity } from '../from-trades/input-from-equity.ts'
import { inputFromTrades, type TradeRecord } from '../from-trades/input-from-trades.ts'
import { computeBreakdowns } from './compute-breakdowns.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** A Monday. */
const START = Date.UTC(2024, 0, 1)

function curve(values: readonly number[], every = DAY, start = START): MetricInput {
  return inputFromEquity({ time: values.map((_, at) => start + at * every), equity: values }, { calendar: 'always' })
}

function trade(changes: Partial<TradeRecord>): TradeRecord {
  return { openTime: START, closeTime: START + HOUR, profit: 1, ...changes }
}

const of = (trades: readonly TradeRecord[]) => computeBreakdowns(inputFromTrades(trades, { initialBalance: 1_000 }))

describe('days and months', () => {
  it('lists every day of the grid by its start', () => {
    const { daily } = computeBreakdowns(curve([1_000, 1_010, 1_010, 999.9]))
    expect(daily.map(({ time }) => time)).toEqual([START, START + DAY, START + 2 * DAY])
    expect(daily.map((day) => Number(day.return.toFixed(12)))).toEqual([0.01, 0, -0.01])
  })

  it('lists every month that the run touches, and marks partial ones', () => {
    const start = Date.UTC(2023, 11, 30)
    const values = Array.from({ length: 64 }, (_, day) => 1_000 + day)
    const { monthly } = computeBreakdowns(curve(values, DAY, start))
    expect(monthly).toEqual([
      { month: '2023-12', return: 1_002 / 1_000 - 1, profit: 2, whole: false },
      { month: '2024-01', return: 1_033 / 1_002 - 1, profit: 31, whole: true },
      { month: '2024-02', return: 1_062 / 1_033 - 1, profit: 29, whole: true },
      { month: '2024-03', return: 1_063 / 1_062 - 1, profit: 1, whole: false },
    ])
    expect(monthly.reduce((product, month) => product * (1 + month.return), 1)).toBeCloseTo(1.063, 12)
  })
})

it('counts a month as whole if the run covers it to the last moment', () => {
  const { monthly } = computeBreakdowns(curve([1_000, 1_010], 31 * DAY))
  expect(monthly).toEqual([{ month: '2024-01', return: 1_010 / 1_000 - 1, profit: 10, whole: true }])
})

describe('positions by group', () => {
  const parts = of([
    trade({ openTime: START + 9.5 * HOUR, closeTime: START + 9.6 * HOUR, profit: 10, direction: 'LONG' }),
    trade({ openTime: START + 9 * HOUR, closeTime: START + 33 * HOUR, profit: -4, direction: 'SHORT' }),
    trade({ openTime: START + 6 * DAY + 23 * HOUR, closeTime: START + 20 * DAY, profit: 0, direction: 'SHORT' }),
  ])

  it('by hour, weekday and direction of the opening', () => {
    expect(parts.byHour).toEqual([
      { key: '09', n: 2, profit: 6, winRate: 0.5, averageProfit: 3 },
      { key: '23', n: 1, profit: 0, winRate: 0, averageProfit: 0 },
    ])
    expect(parts.byWeekday.map(({ key, n }) => [key, n])).toEqual([
      ['Monday', 2],
      ['Sunday', 1],
    ])
    expect(parts.byDirection.map(({ key, profit }) => [key, profit])).toEqual([
      ['LONG', 10],
      ['SHORT', -4],
    ])
  })

  it('by duration, lower bounds included', () => {
    expect(parts.byDuration.map(({ key }) => key)).toEqual(['5-15 min', '1-7 days', '> 7 days'])
    const minute = of([trade({ closeTime: START + 60_000 }), trade({ closeTime: START + 59_999 })])
    expect(minute.byDuration.map(({ key, n }) => [key, n])).toEqual([
      ['< 1 min', 1],
      ['1-5 min', 1],
    ])
  })

  it('by instrument, without positions of unknown instruments', () => {
    const { byInstrument, byHour } = of([
      trade({ instrumentId: 'GBPUSD:X' }),
      trade({ instrumentId: 'EURUSD:X', openTime: null }),
      trade({}),
    ])
    expect(byInstrument.map(({ key, n }) => [key, n])).toEqual([
      ['EURUSD:X', 1],
      ['GBPUSD:X', 1],
    ])
    expect(byHour.map(({ n }) => n)).toEqual([2])
  })
})

describe('drawdowns', () => {
  it('lists when each began, was deepest and ended, deepest first', () => {
    const { drawdowns } = computeBreakdowns(curve([1_000, 1_000, 990, 980, 1_000, 1_100, 1_045, 1_078]))
    expect(drawdowns).toEqual([
      {
        start: START + 5 * DAY,
        trough: START + 6 * DAY,
        end: null,
        depth: 0.05,
        depthMoney: 55,
        days: 2,
        recoveryDays: null,
      },
      {
        start: START + DAY,
        trough: START + 3 * DAY,
        end: START + 4 * DAY,
        depth: 0.02,
        depthMoney: 20,
        days: 3,
        recoveryDays: 1,
      },
    ])
  })

  it('uses the ends of days if no other events are known', () => {
    const input = curve([1_000, 900, 950, 1_000])
    const [drawdown] = computeBreakdowns({ ...input, curve: { time: [], equity: [] } }).drawdowns
    expect(drawdown).toMatchObject({ trough: START + DAY, end: START + 3 * DAY, depth: 0.1, recoveryDays: 2 })
  })

  it('lists the 20 deepest of many, and none for a run that only rose', () => {
    const saw = Array.from({ length: 61 }, (_, at) => 1_000 + at - (at % 2) * (at + 1.5))
    const { drawdowns } = computeBreakdowns(curve(saw))
    expect(drawdowns).toHaveLength(20)
    expect(drawdowns.map(({ depth }) => depth)).toEqual(drawdowns.map(({ depth }) => depth).toSorted((a, b) => b - a))
    expect(drawdowns[0]?.trough).toBe(START + 59 * DAY)
    expect(computeBreakdowns(curve([1_000, 1_001, 1_001, 1_002])).drawdowns).toEqual([])
  })
})

describe('costs', () => {
  it('add up to gross minus net profit', () => {
    const full = { spreadCost: 2, slippageCost: 1, commission: 7, swapCost: -0.5, fundingCost: 0.25 }
    const { costs } = of([trade({ ...full, profit: 20 }), trade({ ...full, profit: -5 })])
    expect(costs).toEqual({
      spread: 4,
      slippage: 2,
      commission: 14,
      swap: -1,
      funding: 0.5,
      gross: 34.5,
      net: 15,
    })
  })

  it('are null if a list does not have them', () => {
    const { costs } = of([trade({ commission: 3, profit: 10 })])
    expect(costs).toMatchObject({ spread: null, commission: 3, gross: 13, net: 10 })
  })
})
