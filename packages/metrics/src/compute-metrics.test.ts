import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createRandom } from '@tradeloom/domain'
import { describe, expect, it } from 'vitest'

import { computeMetrics } from './compute-metrics.ts'
import type { MetricInput } from './metric-input.ts'
import type { MetricValue } from './metric.ts'
import type { ClosedPosition } from './position.ts'
import { METRICS } from './registry.ts'
import { standardError } from './sharpe-ratio.ts'
import { normalProbability, shape } from './sampling/statistics.ts'

const DAY = 86_400_000
/** A Monday. */
const START = Date.UTC(2024, 0, 1)

function closedPosition(profit: number, day: number): ClosedPosition {
  return {
    openTime: START + day * DAY,
    closeTime: START + (day + 0.5) * DAY,
    instrumentId: 'EURUSD:TEST',
    direction: 'LONG',
    quantity: 100,
    notional: 110,
    equityAtEntry: 1_000,
    risk: 10,
    profit,
    pips: profit / 10,
    mae: Math.min(0, profit) - 1,
    mfe: Math.max(0, profit) + 1,
    maePips: -1,
    mfePips: 1,
    spreadCost: 0,
    slippageCost: 0,
    commission: 0,
    swapCost: 0,
    fundingCost: 0,
  }
}

/** A run on a market that never closes, with equity at the ends of its days and one position a day. */
function inputOf(equity: readonly number[], changes: Partial<MetricInput> = {}): MetricInput {
  let peak = 1_000
  let fall = 0
  let fraction = 0
  for (const value of equity) {
    peak = Math.max(peak, value)
    fall = Math.max(fall, peak - value)
    fraction = Math.max(fraction, (peak - value) / peak)
  }
  const profits = equity.map((value, day) => value - (equity[day - 1] ?? 1_000))
  return {
    start: START,
    end: START + equity.length * DAY,
    initialBalance: 1_000,
    balance: equity.at(-1) ?? 1_000,
    equity: equity.at(-1) ?? 1_000,
    maxDrawdown: fall,
    maxDrawdownFraction: fraction,
    ruined: equity.some((value) => value <= 0),
    calendar: 'always',
    days: { time: equity.map((_, day) => START + (day + 1) * DAY), equity },
    curve: { time: [START, ...equity.map((_, day) => START + (day + 1) * DAY)], equity: [1_000, ...equity] },
    benchmark: null,
    benchmarkStart: null,
    quality: null,
    trials: null,
    closed: profits.map(closedPosition),
    openPositions: [],
    ...changes,
  }
}

function valueOf(input: MetricInput, key: string): MetricValue {
  const value = computeMetrics(input)[key]
  if (!value) throw new Error(`no metric ${key}`)
  return value
}

/** Two normal numbers from two even ones. */
function normalNumbers(count: number, seed: number): number[] {
  const random = createRandom(seed)
  return Array.from({ length: count }, () => {
    return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
  })
}

describe('definitions', () => {
  const input = inputOf([1_010, 1_005, 1_020, 990])
  const returns = [0.01, -5 / 1_010, 15 / 1_005, -30 / 1_020]
  const m = returns.reduce((sum, value) => sum + value, 0) / 4
  const s = Math.sqrt(returns.reduce((sum, value) => sum + (value - m) ** 2, 0) / 3)

  it('Sharpe takes the risk-free rate off and divides by the sample deviation', () => {
    expect(valueOf(input, 'sharpeDaily').value).toBeCloseTo((m - 0.02 / 365) / s, 12)
    expect(valueOf(input, 'sharpeDailyAnnualized').value).toBeCloseTo(((m - 0.02 / 365) / s) * Math.sqrt(365), 12)
  })

  it('Sortino divides by the deviation below the acceptable return over all periods', () => {
    const target = 0.05 / 365
    const below = Math.sqrt(returns.reduce((sum, value) => sum + Math.min(0, value - target) ** 2, 0) / 4)
    expect(valueOf(input, 'sortinoDaily').value).toBeCloseTo((m - target) / below, 12)
  })

  it('profit, return, drawdowns and their ratios', () => {
    expect(valueOf(input, 'profit').value).toBe(-10)
    expect(valueOf(input, 'totalReturn').value).toBeCloseTo(-1, 12)
    expect(valueOf(input, 'maxDrawdown').value).toBeCloseTo((30 / 1_020) * 100, 12)
    expect(valueOf(input, 'maxDrawdownMoney').value).toBe(30)
    expect(valueOf(input, 'closedDrawdown').value).toBeCloseTo((30 / 1_020) * 100, 12)
    expect(valueOf(input, 'recoveryFactor').value).toBeCloseTo(-10 / 30, 12)
    expect(valueOf(input, 'returnOverMaxDrawdown')).toMatchObject({ value: null, reason: 'not-positive' })
    expect(valueOf(inputOf([1_010, 1_005, 1_020]), 'returnOverMaxDrawdown').value).toBeCloseTo(
      2 / ((5 / 1_010) * 100),
      12,
    )
    expect(valueOf(input, 'averageDailyReturn').value).toBeCloseTo(m * 100, 12)
  })

  it('positions: profits 10, -5, 15, -30', () => {
    expect(valueOf(input, 'winRate').value).toBe(50)
    expect(valueOf(input, 'winRate').interval?.[0]).toBeCloseTo(15.0, 0)
    expect(valueOf(input, 'grossProfitFactor').value).toBeCloseTo(25 / 35, 12)
    expect(valueOf(input, 'expectancy').value).toBe(-2.5)
    expect(valueOf(input, 'averageWin').value).toBe(12.5)
    expect(valueOf(input, 'averageLoss').value).toBe(17.5)
    expect(valueOf(input, 'kelly')).toMatchObject({ value: 0.5 - 0.5 / (12.5 / 17.5), shown: false })
    expect(valueOf(input, 'exposure').value).toBe(50)
    expect(valueOf(input, 'averageHolding').value).toBe(12)
    expect(valueOf(input, 'realizedPips').value).toBe(-1)
  })

  it('forex counts Monday to Friday, and Sunday evening belongs to Monday', () => {
    // Days end on Monday 1st to Friday 5th, then Sunday 7th, then Monday 8th.
    const times = [1, 2, 3, 4, 5, 7, 8].map((day) => START + day * DAY)
    const equity = [1_000, 1_000, 1_000, 1_000, 1_000, 1_050, 1_100]
    const changes = { calendar: 'forex', end: START + 8 * DAY, days: { time: times, equity } } as const
    const { n, value } = valueOf(inputOf(equity, changes), 'averageDailyReturn')
    expect(n).toBe(6)
    expect(value).toBeCloseTo(10 / 6, 12)
  })

  it('months are whole calendar months only', () => {
    const equity = Array.from({ length: 100 }, (_, day) => 1_000 + day)
    const start = Date.UTC(2024, 0, 15)
    const time = equity.map((_, day) => start + (day + 1) * DAY)
    const changes = { start, end: start + 100 * DAY, days: { time, equity } }
    const { n, value } = valueOf(inputOf(equity, changes), 'averageMonthlyReturn')
    expect(n).toBe(2)
    const [january, february, march] = [1_016, 1_045, 1_076]
    expect(value).toBeCloseTo(((february / january - 1 + march / february - 1) / 2) * 100, 10)
  })
})

describe('edges', () => {
  it('without a position, ratios are undefined and money is zero', () => {
    const still = inputOf([1_000, 1_000, 1_000], { closed: [] })
    for (const key of [
      'sharpeDaily',
      'sortinoDaily',
      'sharpeMonthly',
      'winRate',
      'expectancy',
      'probabilisticSharpe',
    ]) {
      expect(valueOf(still, key)).toMatchObject({ value: null, reason: 'no-trades', shown: false })
    }
    for (const key of ['profit', 'totalReturn', 'maxDrawdown', 'exposure']) expect(valueOf(still, key).value).toBe(0)
    expect(valueOf(still, 'recoveryFactor').reason).toBe('no-drawdown')
  })

  it('too few, no deviation, no loss, ruin', () => {
    expect(valueOf(inputOf([1_010]), 'sharpeDaily').reason).toBe('too-few')
    expect(valueOf(inputOf([1_010]), 'sqn').reason).toBe('too-few')
    expect(valueOf(inputOf([1_010]), 'expectancy')).toMatchObject({ value: 10, n: 1, interval: null })
    expect(valueOf(inputOf([1_000, 1_000, 1_000]), 'sharpeDaily').reason).toBe('zero-deviation')
    expect(valueOf(inputOf([1_010, 1_020, 1_030]), 'grossProfitFactor').reason).toBe('no-loss')
    expect(valueOf(inputOf([1_010, 1_020, 1_030]), 'sortinoDaily').reason).toBe('zero-deviation')
    expect(valueOf(inputOf([1_010, -5]), 'sharpeDaily').reason).toBe('ruined')
    expect(valueOf(inputOf([1_010, -5]), 'cagr').value).toBe(-100)
    expect(valueOf(inputOf([1_010, 1_005, 1_020]), 'sharpeMonthly').reason).toBe('too-few')
  })

  it('short runs compute annual figures and do not show them', () => {
    const noise = normalNumbers(120, 4)
    let equity = 1_000
    const long = noise.map((value) => (equity *= 1 + value / 100))
    expect(valueOf(inputOf(long.slice(0, 80)), 'sharpeDailyAnnualized').shown).toBe(false)
    expect(valueOf(inputOf(long.slice(0, 80)), 'sharpeDaily').shown).toBe(true)
    expect(valueOf(inputOf(long), 'sharpeDailyAnnualized').shown).toBe(true)
  })

  it('never gives what JSON cannot hold', () => {
    for (const equity of [[], [1_000], [1_010, 990], [1_010, -5, 3], [0], normalNumbers(70, 8).map((x) => 1_000 + x)]) {
      const input = inputOf(equity, equity.length === 0 ? { end: START + DAY } : {})
      for (const [key, { value, interval, reason }] of Object.entries(computeMetrics(input))) {
        expect(value === null ? typeof reason : Number.isFinite(value), key).toBe(value === null ? 'string' : true)
        if (interval) expect(interval.every(Number.isFinite), key).toBe(true)
      }
    }
  })
})

describe('trust', () => {
  it('uses raw kurtosis: the standard error of normal returns is the classical one', () => {
    expect(standardError(24, 0.5, 0, 3)).toBeCloseTo(Math.sqrt((1 + 0.5 ** 2 / 2) / 23), 15)
    const { kurtosis, skewness } = shape(normalNumbers(200_000, 17))
    expect(Math.abs(kurtosis - 3)).toBeLessThan(0.06)
    expect(Math.abs(skewness)).toBeLessThan(0.03)
  })

  it('reproduces the probabilities of a known table', () => {
    const probability = (ratio: number, n: number, target: number) =>
      normalProbability((ratio - target) / standardError(n, ratio, 0, 3))
    expect(probability(0.1, 365, 1 / Math.sqrt(365))).toBeCloseTo(0.818, 3)
    expect(probability(0.5, 24, 1 / Math.sqrt(12))).toBeCloseTo(0.83, 3)
    expect(probability(1, 12, 1 / Math.sqrt(12))).toBeCloseTo(0.973, 3)
  })

  it('knows the normal distribution', () => {
    expect(normalProbability(0)).toBe(0.5)
    expect(normalProbability(1.959963984540054)).toBeCloseTo(0.975, 12)
    expect(normalProbability(-3)).toBeCloseTo(0.0013498980316301, 14)
    expect(normalProbability(-5)).toBeCloseTo(2.866515719e-7, 15)
  })

  it('gives equal intervals for equal inputs', () => {
    const input = inputOf([1_010, 1_005, 1_020, 990, 1_003])
    expect(computeMetrics(input)).toEqual(computeMetrics(input))
    const { interval, value } = valueOf(input, 'expectancy')
    expect(interval?.[0]).toBeLessThan(value ?? NaN)
    expect(interval?.[1]).toBeGreaterThan(value ?? NaN)
  })
})

describe('the registry', () => {
  it('holds every metric that has a file, once, under the name of its file', () => {
    const folder = import.meta.dirname
    const files = readdirSync(folder).filter(
      (file) => !file.includes('.test.') && readFileSync(join(folder, file), 'utf8').includes(': Metric = {'),
    )
    const kebab = METRICS.map(({ key }) => `${key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.ts`)
    expect(kebab.toSorted()).toEqual(files.toSorted())
    for (const { title, description } of METRICS) expect(title.length * description.length).toBeGreaterThan(0)
  })
})
