import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createRandom } from '@tradeloom/domain'
import { describe, expect, it } from 'vitest'

import { computeMetrics } from './compute-metrics.ts'
import { expectedMaximum } from './stats/luckiest-sharpe.ts'
import type { MetricInput } from './metric-input.ts'
import type { MetricValue } from './metric.ts'
import type { ClosedPosition } from './position.ts'
import { REASONS } from './metric.ts'
import { METRICS } from './registry.ts'
import { STUDY_METRICS } from './study/registry.ts'
import { probabilisticSharpe } from './stats/probabilistic-sharpe.ts'
import { sharpeError } from './stats/sharpe-error.ts'
import { normalProbability, normalQuantile, shape } from './stats/statistics.ts'

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

/** A run on a market that never closes, with equity at the ends of its days and one position per day. */
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

/** Two normal numbers from two uniform ones. */
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

  it('Sharpe subtracts the risk-free rate and divides by the sample standard deviation', () => {
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

  it('forex counts Monday to Friday, with Sunday evening as part of Monday', () => {
    // Days end on Monday 1 to Friday 5, then Sunday 7, then Monday 8.
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

/** Keys of the metrics without a value, by reason. */
function nulls(input: MetricInput): Record<string, string[]> {
  const found: Record<string, string[]> = {}
  for (const [key, { value, reason, shown, interval }] of Object.entries(computeMetrics(input))) {
    if (value !== null) continue
    expect(shown, key).toBe(false)
    expect(interval, key).toBeNull()
    ;(found[reason ?? 'without a reason'] ??= []).push(key)
  }
  return found
}

const SHARPES = ['sharpeDaily', 'sharpeDailyAnnualized', 'sharpeMonthly', 'sharpeMonthlyAnnualized', 'smartSharpe']
const SORTINOS = ['sortinoDaily', 'sortinoDailyAnnualized', 'sortinoMonthly', 'sortinoMonthlyAnnualized']
const MONTHLY = ['sharpeMonthly', 'sharpeMonthlyAnnualized', 'sortinoMonthly', 'sortinoMonthlyAnnualized']
const HOLDING = ['alpha', 'beta', 'informationRatio']
const PROBABILITIES = ['probabilisticSharpe', 'deflatedSharpe', 'minimumTrackRecord']
const ON_DRAWDOWN = ['returnOverMaxDrawdown', 'calmar', 'recoveryFactor']
const HISTORICAL = ['valueAtRisk', 'conditionalValueAtRisk']
const TAILS = METRICS.filter(({ group }) => group === 'risk').map(({ key }) => key)
const TAILS_99 = ['valueAtRisk99', 'conditionalValueAtRisk99']
const OF_POSITIONS = METRICS.filter(({ group }) => ['positions', 'excursion', 'costs'].includes(group))
  .map(({ key }) => key)
  .filter((key) => key !== 'exposure' && key !== 'meanLeverage')

/** Cases that do not apply are not counted. */
function pick(found: Record<string, string[]>, reason: string): string[] {
  return (found[reason] ?? []).toSorted()
}

const NO_TRADES = inputOf(
  Array.from({ length: 120 }, () => 1_000),
  { closed: [] },
)
const ONE_TRADE = inputOf([1_010])
const RISING = inputOf(Array.from({ length: 100 }, (_, day) => 1_010 + day * 10 + (day % 3)))
const FALLING = inputOf(Array.from({ length: 40 }, (_, day) => 990 - day * 10 - (day % 3)))
const STEADY = inputOf(Array.from({ length: 100 }, (_, day) => 1_000 * 1.001 ** (day + 1)))
const RUINED = inputOf([1_010, 990, -5, 1_200])
const NO_DRAWDOWN_FLAT = inputOf([1_000, 1_000, 1_000])
const SWINGING = (days: number) => inputOf(swings(days))
const NEVER_STOPPED = inputOf([1_010, 990], { closed: [{ ...closedPosition(5, 0), risk: null }] })
const CURVE_ALONE = inputOf(swings(100), { closed: [], positionsUnknown: true })
const CASES: readonly (readonly [string, MetricInput])[] = [
  ['no trades', NO_TRADES],
  ['one trade', ONE_TRADE],
  ['no loss', RISING],
  ['no win', FALLING],
  ['zero deviation', STEADY],
  ['ruined', RUINED],
  ['flat', NO_DRAWDOWN_FLAT],
  ['short', SWINGING(60)],
  ['never stopped', NEVER_STOPPED],
  ['only an equity curve', CURVE_ALONE],
  ['nothing at all', inputOf([], { end: START + DAY })],
  ['no duration', inputOf([], { end: START, closed: [closedPosition(5, 0)] })],
  ['a total loss', inputOf([0])],
]

function swings(days: number): number[] {
  let equity = 1_000
  return normalNumbers(days, 4).map((value) => (equity *= 1 + value / 100))
}

describe('edges', () => {
  it('no trades: money, return, drawdown and exposure are 0, the rest has no value', () => {
    const found = nulls(NO_TRADES)
    const metrics = computeMetrics(NO_TRADES)
    const zero = [
      'profit',
      'totalReturn',
      'cagr',
      'maxDrawdown',
      'maxDrawdownMoney',
      'exposure',
      'ulcer',
      'closedPositions',
    ]
    for (const key of zero) expect(metrics[key]?.value, key).toBe(0)
    const ofPositions = OF_POSITIONS.filter((key) => key !== 'closedPositions')
    expect(pick(found, 'no-trades')).toEqual(
      [...SHARPES, ...SORTINOS, ...HOLDING, ...PROBABILITIES, ...TAILS, ...ofPositions, 'omega', 'calmar'].toSorted(),
    )
    expect(pick(found, 'no-drawdown')).toEqual(['recoveryFactor', 'returnOverMaxDrawdown'])
  })

  it('one trade: averages of one, no deviation and no interval', () => {
    const metrics = computeMetrics(ONE_TRADE)
    expect(metrics['expectancy']).toMatchObject({ value: 10, n: 1, interval: null, marks: ['few-trades'] })
    expect(metrics['winRate']).toMatchObject({ value: 100, n: 1, interval: null })
    expect(metrics['maeAverage']).toMatchObject({ value: -1, n: 1, interval: null })
    for (const key of ['sqn', 'kelly', 'halfKelly', 'sharpeDaily', 'sortinoDaily', 'omega', ...PROBABILITIES])
      expect(metrics[key], key).toMatchObject({ value: null, reason: 'too-few' })
    for (const [key, { interval }] of Object.entries(metrics)) expect(interval, key).toBeNull()
  })

  it('no loss: the gross profit factor, Kelly and the average loss have no value, and Sortino only if no day fell short', () => {
    const found = nulls(RISING)
    expect(pick(found, 'no-loss')).toEqual(['averageLoss', 'grossProfitFactor', 'halfKelly', 'kelly', 'omega'])
    expect(pick(found, 'no-drawdown')).toEqual(ON_DRAWDOWN.toSorted())
    expect(pick(found, 'zero-deviation')).toEqual(SORTINOS.toSorted())
  })

  it('no win: Kelly and the average win have no value', () => {
    const found = nulls(FALLING)
    expect(pick(found, 'no-win')).toEqual(['averageWin', 'halfKelly', 'kelly'])
    expect(pick(found, 'not-positive')).toEqual(['returnOverMaxDrawdown'])
    expect(pick(found, 'below-target')).toEqual(['minimumTrackRecord'])
    expect(computeMetrics(FALLING)['grossProfitFactor']?.value).toBe(0)
  })

  it('zero deviation: nothing is divided by rounding noise', () => {
    const daily = ['sharpeDaily', 'sharpeDailyAnnualized', 'smartSharpe', 'sortinoDaily', 'sortinoDailyAnnualized']
    expect(pick(nulls(STEADY), 'zero-deviation')).toEqual(expect.arrayContaining([...daily, ...PROBABILITIES]))
    const same = inputOf([1_010, 1_020, 1_030], { closed: [0, 1, 2].map((day) => closedPosition(10, day)) })
    expect(computeMetrics(same)['sqn']).toMatchObject({ value: null, reason: 'zero-deviation' })
    const still = { time: [START + DAY, START + 2 * DAY, START + 3 * DAY], price: [1, 1, 1] }
    const rested = computeMetrics({ ...SWINGING(60), benchmark: still, benchmarkStart: 1 })
    for (const key of ['alpha', 'beta']) expect(rested[key], key).toMatchObject({ reason: 'zero-deviation' })
    expect(rested['informationRatio']?.value).not.toBeNull()
  })

  it('ruined: no ratio, total loss of growth, and a drawdown above 100%', () => {
    const found = nulls(RUINED)
    expect(pick(found, 'ruined')).toEqual(
      [
        ...SHARPES,
        ...SORTINOS,
        ...HOLDING,
        ...PROBABILITIES,
        ...TAILS,
        ...ON_DRAWDOWN,
        'omega',
        'meanLeverage',
      ].toSorted(),
    )
    const metrics = computeMetrics(RUINED)
    expect(metrics['cagr']?.value).toBe(-100)
    expect(metrics['maxDrawdown']?.value).toBeCloseTo((1_015 / 1_010) * 100, 10)
    expect(metrics['profit']?.value).toBe(200)
  })

  it('too few returns for a ratio, a month, a tail', () => {
    expect(pick(nulls(SWINGING(19)), 'too-few')).toEqual(
      [...MONTHLY, ...HISTORICAL, ...TAILS_99, 'averageMonthlyReturn'].toSorted(),
    )
    expect(pick(nulls(SWINGING(60)), 'too-few')).toEqual([...MONTHLY, ...TAILS_99].toSorted())
    expect(pick(nulls(SWINGING(100)), 'too-few')).toEqual([])
  })

  it('hides annual values under 90 days, these and Kelly under 30 positions, and marks the rest', () => {
    const annual = [
      'cagr',
      'sharpeDailyAnnualized',
      'sharpeMonthlyAnnualized',
      'smartSharpe',
      'sortinoDailyAnnualized',
      'sortinoMonthlyAnnualized',
      'calmar',
      'alpha',
      'informationRatio',
    ]
    const hidden = (input: MetricInput) =>
      Object.entries(computeMetrics(input))
        .filter(([, { value, shown }]) => value !== null && !shown)
        .map(([key]) => key)
        .toSorted()
    const priced = (days: number, changes: Partial<MetricInput> = {}) => {
      const input = inputOf(swings(days), changes)
      const price = normalNumbers(days, 9).map((value) => 100 + value)
      return { ...input, benchmark: { time: input.days.time, price }, benchmarkStart: 100 }
    }
    expect(hidden(priced(100))).toEqual([])
    // Two whole months are too few for a monthly ratio.
    expect(hidden(priced(89))).toEqual(annual.filter((key) => !MONTHLY.includes(key)).toSorted())
    const few = priced(100, { closed: Array.from({ length: 29 }, (_, day) => closedPosition(day % 2 ? 9 : -5, day)) })
    expect(hidden(few)).toEqual([...annual, 'kelly', 'halfKelly'].toSorted())
    const metrics = Object.entries(computeMetrics(few)).filter(([key, { shown }]) => shown && key !== 'dataQuality')
    for (const [key, { marks }] of metrics) expect(marks, key).toContain('few-trades')
    for (const [key, { marks }] of Object.entries(computeMetrics(priced(100)))) {
      expect(marks ?? [], key).not.toContain('few-trades')
    }
  })

  it('positions without a stop have no R', () => {
    expect(pick(nulls(NEVER_STOPPED), 'no-stop')).toEqual([
      'expectancyR',
      'giveBackAverageR',
      'giveBackLargestR',
      'maeAverageR',
      'maeLargestR',
      'mfeAverageR',
      'mfeLargestR',
    ])
  })

  it('two positions are enough for Kelly and an average with an interval', () => {
    const pair = (profits: readonly number[]) =>
      computeMetrics(inputOf([1_010, 1_020], { closed: profits.map(closedPosition) }))
    expect(pair([10, -5])['kelly']?.value).toBeCloseTo(0.5 - 0.5 / 2, 12)
    expect(pair([10, 30])['averageWin']?.interval).toEqual([10, 30])
    expect(pair([-10, -30])['averageLoss']?.interval).toEqual([10, 30])
  })

  it('R needs a positive risk and a known excursion', () => {
    const ofFirst = (changes: Partial<ClosedPosition>) => {
      const closed = [{ ...closedPosition(5, 0), ...changes }, closedPosition(20, 1)]
      return computeMetrics(inputOf([1_010, 1_020], { closed }))
    }
    expect(ofFirst({ risk: 0 })['expectancyR']).toMatchObject({ value: 2, n: 1, interval: null })
    expect(ofFirst({ risk: 5, mae: null })['maeAverageR']).toMatchObject({ value: -0.1, n: 1 })
    expect(ofFirst({ risk: 5, mae: null })['maeAverage']).toMatchObject({ value: -1, n: 1 })
    expect(ofFirst({ risk: 5, mfe: null })['giveBackAverage']).toMatchObject({ value: 1, n: 1 })
    expect(ofFirst({ swapCost: null })['swapCosts']).toMatchObject({ value: null, reason: 'not-given' })
    expect(ofFirst({ swapCost: null })['totalCosts']).toMatchObject({ value: null, reason: 'not-given' })
  })

  it.each([Number.NaN, 0, -37])('a price of %s cannot be held', (odd) => {
    const input = inputOf(swings(40))
    const price = input.days.time.map((_, day) => (day === 30 ? odd : 100 + day))
    for (const [prices, first] of [
      [price, 100],
      [price.with(30, 100), odd],
    ] as const) {
      const metrics = computeMetrics({
        ...input,
        benchmark: { time: input.days.time, price: prices },
        benchmarkStart: first,
      })
      for (const key of HOLDING) expect(metrics[key], key).toMatchObject({ value: null, reason: 'no-benchmark' })
    }
  })

  it('an equity curve has ratios but no metrics of positions', () => {
    const found = nulls(CURVE_ALONE)
    expect(pick(found, 'not-given')).toEqual(
      [...OF_POSITIONS, 'exposure', 'meanLeverage', 'closedDrawdown', 'closedDrawdownMoney'].toSorted(),
    )
    expect(computeMetrics(CURVE_ALONE)['sharpeDailyAnnualized']).toMatchObject({ shown: true, n: 100 })
  })

  it('a drawdown that has not recovered counts up to the end and is marked', () => {
    expect(computeMetrics(inputOf([1_010, 1_000, 990, 995]))['drawdownDuration']).toMatchObject({
      value: 3,
      marks: ['open', 'few-trades'],
    })
    expect(computeMetrics(inputOf([1_010, 1_000, 990, 1_011]))['drawdownDuration']).toMatchObject({
      value: 3,
      marks: ['few-trades'],
    })
  })

  it('a fall on the first day is measured from the starting balance', () => {
    const metrics = computeMetrics(inputOf([900, 950]))
    expect(metrics['maxDrawdown']?.value).toBeCloseTo(10, 12)
    expect(metrics['ulcer']?.value).toBeCloseTo(Math.sqrt(100 + 25), 10)
    expect(metrics['closedDrawdown']?.value).toBeCloseTo(10, 12)
  })

  it.each(CASES)('never returns values that JSON cannot represent, or sentinel numbers: %s', (_, input) => {
    for (const [key, { value, interval, reason }] of Object.entries(computeMetrics(input))) {
      expect(value === null ? typeof reason : Number.isFinite(value), key).toBe(value === null ? 'string' : true)
      if (interval) expect(interval.every(Number.isFinite) && interval[0] <= interval[1], key).toBe(true)
    }
  })

  it('without intervals the values are the same', () => {
    const [full, bare] = [computeMetrics(SWINGING(100)), computeMetrics(SWINGING(100), { intervals: false })]
    for (const [key, { value, n, reason }] of Object.entries(full))
      expect(bare[key]).toMatchObject({ value, n, reason })
    expect(full['expectancy']?.interval).not.toBeNull()
    for (const { key, group } of METRICS) {
      if (key !== 'winRate' && group !== 'ratio') expect(bare[key]?.interval, key).toBeNull()
    }
  })
})

describe('trust', () => {
  it('uses raw kurtosis: the standard error for normal returns is the classical one', () => {
    const sample = { sharpe: 0.5, periods: 24, skewness: 0, kurtosis: 3 }
    expect(sharpeError(sample)).toBeCloseTo(Math.sqrt((1 + 0.5 ** 2 / 2) / 23), 15)
    const { kurtosis, skewness } = shape(normalNumbers(200_000, 17))
    expect(Math.abs(kurtosis - 3)).toBeLessThan(0.06)
    expect(Math.abs(skewness)).toBeLessThan(0.03)
  })

  it('reproduces the probabilities of a published table', () => {
    const probability = (ratio: number, n: number, target: number) =>
      probabilisticSharpe({ sharpe: ratio, periods: n, skewness: 0, kurtosis: 3 }, target)
    expect(probability(0.1, 365, 1 / Math.sqrt(365))).toBeCloseTo(0.818, 3)
    expect(probability(0.5, 24, 1 / Math.sqrt(12))).toBeCloseTo(0.83, 3)
    expect(probability(1, 12, 1 / Math.sqrt(12))).toBeCloseTo(0.973, 3)
  })

  it('computes the normal distribution', () => {
    expect(normalProbability(0)).toBe(0.5)
    expect(normalProbability(1.959963984540054)).toBeCloseTo(0.975, 12)
    expect(normalProbability(-3)).toBeCloseTo(0.0013498980316301, 14)
    expect(normalProbability(-5)).toBeCloseTo(2.866515719e-7, 15)
  })

  it('expects the published maximum by luck', () => {
    const annual = (count: number, years: number) => expectedMaximum(count) / Math.sqrt(years)
    expect([100, 500, 1_000].map((count) => annual(count, 1).toFixed(2))).toEqual(['2.53', '3.05', '3.26'])
    expect([100, 500, 1_000].map((count) => annual(count, 3).toFixed(2))).toEqual(['1.46', '1.76', '1.88'])
  })

  it('deflates by the trials: one trial is compared with 0, more trials with more', () => {
    const input = inputOf(swings(120))
    const of = (trials: MetricInput['trials']) => valueOf({ ...input, trials }, 'deflatedSharpe').value as number
    expect(of(null)).toBe(of({ count: 1, rated: 1, mean: 0, squares: 0 }))
    expect(of({ count: 10, rated: 10, mean: 0, squares: 9 })).toBeLessThan(of(null))
    expect(of({ count: 1_000, rated: 1_000, mean: 0, squares: 999 })).toBeLessThan(
      of({ count: 10, rated: 10, mean: 0, squares: 9 }),
    )
  })

  it('computes quantiles of the normal distribution', () => {
    expect(normalQuantile(0.975)).toBeCloseTo(1.959963984540054, 11)
    expect(normalQuantile(0.05)).toBeCloseTo(-1.6448536269514722, 11)
    expect(normalQuantile(1e-9)).toBeCloseTo(-5.997807015007686, 9)
    expect(normalQuantile(0.5)).toBeCloseTo(0, 12)
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
  it('lists every metric of the catalog once', () => {
    const keys = METRICS.map(({ key }) => key)
    expect(new Set(keys).size).toBe(keys.length)
    const folder = join(import.meta.dirname, 'catalog')
    const exported = readdirSync(folder)
      .filter((file) => file.endsWith('.ts') && !/\.(test|fixture)\./.test(file))
      .flatMap((file) => [
        ...readFileSync(join(folder, file), 'utf8').matchAll(/^export const (\w+): (?:readonly )?Metric\b/gm),
      ])
      .map((match) => match[1] ?? '')
    const registry = readFileSync(join(import.meta.dirname, 'registry.ts'), 'utf8')
    expect(exported.filter((name) => name !== 'cagr' && !registry.includes(name))).toEqual([])
  })

  it('describes each metric with its formula and source', () => {
    for (const { key, title, description, formula, source } of [...METRICS, ...STUDY_METRICS]) {
      for (const text of [title, description, formula, source]) expect(text.trim().length, key).toBeGreaterThan(3)
      expect(description, key).toMatch(/\.$/)
    }
    const titles = METRICS.map(({ title }) => title)
    expect(new Set(titles).size).toBe(titles.length)
  })

  it('has a text for every reason', () => {
    const found = new Set(
      CASES.flatMap(([, input]) => Object.values(computeMetrics(input, { intervals: false })).map((it) => it.reason)),
    )
    for (const reason of found) if (reason !== null) expect(Object.keys(REASONS)).toContain(reason)
    expect(found.size).toBeGreaterThan(9)
  })
})
