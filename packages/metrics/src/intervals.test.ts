import { createRandom } from '@tradeloom/domain'
import { describe, expect, inject, it } from 'vitest'

import { computeMetrics } from './compute-metrics.ts'
import type { MetricInput } from './metric-input.ts'
import { inputFromEquity } from './from-trades/input-from-equity.ts'
import { inputFromTrades } from './from-trades/input-from-trades.ts'
import { METRICS } from './registry.ts'
import { sample } from './stats/sample.ts'

/**
 * The intervals against a plain bootstrap: resample days in blocks (or positions one by one), compute the metric of the
 * resample as a run, and take quantiles. The random numbers differ, so results are only approximately equal. Quantiles:
 * normal ones for Student's from a table, t(23) = 2.0687, t(29) = 2.0452, t(119) = 1.9801 and t(199) = 1.9720, times
 * sqrt(n / (n - block)).
 */

const DAY = 86_400_000
const START = Date.UTC(2024, 0, 1)
const DRAWS = 800

function normals(count: number, seed: number): number[] {
  const random = createRandom(seed)
  return Array.from({ length: count }, () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random()))
}

/** A run with these returns, on an instrument with those returns. */
function ofReturns(returns: readonly number[], held: readonly number[]): MetricInput {
  let [equity, price] = [1_000, 50]
  const values = [equity, ...returns.map((value) => (equity *= 1 + value))]
  const prices = [price, ...held.map((value) => (price *= 1 + value))]
  const time = values.map((_, day) => START + day * DAY)
  const input = inputFromEquity({ time, equity: values }, { calendar: 'always' })
  return { ...input, benchmark: { time, price: prices }, benchmarkStart: 50 }
}

function ofProfits(profits: readonly number[]): MetricInput {
  return inputFromTrades(
    profits.map((profit, at) => ({
      openTime: START + at * DAY,
      closeTime: START + at * DAY + DAY / 2,
      profit,
      pips: profit * 2,
      risk: 10,
      equityAtEntry: 1_000,
      mae: Math.min(0, profit) - 3,
      mfe: Math.max(0, profit) + 3,
    })),
    { initialBalance: 1_000, calendar: 'always' },
  )
}

function plainInterval(
  count: number,
  block: number,
  make: (drawn: readonly number[]) => MetricInput,
  keys: readonly string[],
  tail: number,
): Map<string, readonly [number, number]> {
  const random = createRandom(99)
  const found = new Map(keys.map((key) => [key, [] as number[]]))
  for (let draw = 0; draw < DRAWS; draw++) {
    const drawn: number[] = []
    while (drawn.length < count) {
      const from = Math.floor(random() * count)
      for (let step = 0; step < block && drawn.length < count; step++) drawn.push((from + step) % count)
    }
    const metrics = computeMetrics(make(drawn), { intervals: false })
    for (const key of keys) {
      // This ratio has no value in losing draws; its interval still includes them.
      const value =
        key === 'returnOverMaxDrawdown'
          ? (metrics['totalReturn']?.value as number) / (metrics['maxDrawdown']?.value as number)
          : metrics[key]?.value
      if (value !== null && value !== undefined) found.get(key)?.push(value)
    }
  }
  return new Map(
    [...found].map(([key, all]) => {
      all.sort((a, b) => a - b)
      return [key, [all[Math.floor(all.length * tail)] as number, all[Math.floor(all.length * (1 - tail))] as number]]
    }),
  )
}

const OF_DAYS = [
  'profit',
  'totalReturn',
  'averageDailyReturn',
  'cagr',
  'sortinoDaily',
  'sortinoDailyAnnualized',
  'omega',
  'alpha',
  'beta',
  'informationRatio',
  'returnOverMaxDrawdown',
  'maxDrawdown',
  'maxDrawdownMoney',
  'drawdownDuration',
  'calmar',
  'recoveryFactor',
  'ulcer',
  'valueAtRisk',
  'valueAtRiskNormal',
  'valueAtRiskNormal99',
  'conditionalValueAtRisk',
  'conditionalValueAtRiskNormal',
  'conditionalValueAtRiskNormal99',
]
const OF_POSITIONS = [
  'closedDrawdown',
  'closedDrawdownMoney',
  'grossProfitFactor',
  'expectancy',
  'expectancyPercent',
  'expectancyR',
  'averageWin',
  'averageLoss',
  'sqn',
  'kelly',
  'halfKelly',
  'realizedPips',
  'maeAverage',
  'maeAverageR',
  'mfeAverage',
  'mfeAverageR',
  'giveBackAverage',
  'giveBackAverageR',
]

function compare(
  input: MetricInput,
  expected: ReadonlyMap<string, readonly [number, number]>,
  tolerance: number,
): void {
  const metrics = computeMetrics(input)
  for (const [key, [low, high]] of expected) {
    const { interval, value } = metrics[key] ?? { interval: null, value: null }
    if (!interval) throw new Error(`${key} has no interval`)
    const width = high - low
    expect(width, key).toBeGreaterThan(0)
    expect(Math.abs(interval[0] - low) / width, `${key}: lower end of ${interval.join()}, ${low}`).toBeLessThan(
      tolerance,
    )
    expect(Math.abs(interval[1] - high) / width, `${key}: upper end of ${interval.join()}, ${high}`).toBeLessThan(
      tolerance,
    )
    expect(value, key).not.toBeNull()
  }
}

describe('intervals match those of a plain bootstrap', () => {
  it('of days, in blocks of 20', () => {
    const held = normals(320, 8).map((value) => 0.0004 + value / 80)
    const returns = normals(320, 6).map((value, at) => 0.0011 + value / 100 + 0.3 * (held[at] as number))
    const pick = (column: readonly number[], drawn: readonly number[]) => drawn.map((at) => column[at] as number)
    const make = (drawn: readonly number[]) => ofReturns(pick(returns, drawn), pick(held, drawn))
    compare(ofReturns(returns, held), plainInterval(320, 20, make, OF_DAYS, 0.0163), 0.16)
  })

  it('of months, one by one', () => {
    const returns = normals(30, 4).map((value) => 0.015 + value / 30)
    // Equity changes in the middle of each month, and once more after the last.
    const make = (drawn: readonly number[]) => {
      let equity = 1_000
      const values = drawn.map((at) => (equity *= 1 + (returns[at] as number)))
      const time = values.map((_, month) => Date.UTC(2020, month, 15, 12))
      const curve = {
        time: [Date.UTC(2020, 0, 1), ...time, Date.UTC(2020, 30, 1)],
        equity: [1_000, ...values, values.at(-1) as number],
      }
      return inputFromEquity(curve, { calendar: 'always' })
    }
    const keys = ['averageMonthlyReturn', 'sortinoMonthly', 'sortinoMonthlyAnnualized']
    compare(make([...returns.keys()]), plainInterval(30, 1, make, keys, 0.0188), 0.16)
  })

  it('of positions, one by one', () => {
    const profits = normals(120, 3).map((value) => 2 + value * 10)
    const make = (drawn: readonly number[]) => ofProfits(drawn.map((at) => profits[at] as number))
    compare(ofProfits(profits), plainInterval(120, 1, make, OF_POSITIONS, 0.0234), 0.16)
  })

  it('of more positions than are drawn individually, in groups', { tags: ['full'] }, () => {
    const profits = normals(1_200, 5).map((value) => 0.4 + value ** 3)
    const make = (drawn: readonly number[]) => ofProfits(drawn.map((at) => profits[at] as number))
    const keys = [
      'closedDrawdown',
      'closedDrawdownMoney',
      'grossProfitFactor',
      'expectancy',
      'averageWin',
      'sqn',
      'kelly',
      'realizedPips',
    ]
    compare(ofProfits(profits), plainInterval(1_200, 1, make, keys, 0.024), 0.2)
  })
})

describe('an interval', () => {
  it('exists for every metric that does not state why it has none', () => {
    // Four years: tails and months have intervals only with enough days.
    const count = 1_500
    const input = ofProfits(normals(count, 3).map((value) => 0.8 + value * 10))
    const price = normals(count + 1, 8).map((value) => 50 + value)
    const metrics = computeMetrics({
      ...input,
      benchmark: { time: input.days.time, price },
      benchmarkStart: 50,
      closed: input.closed.map((position) => ({
        ...position,
        maePips: -1,
        mfePips: 5,
        spreadCost: 1,
        slippageCost: 1,
        commission: 1,
        swapCost: 0,
        fundingCost: 0,
        notional: 500,
      })),
      quality: { good: 9, all: 10 },
    })
    expect(METRICS.filter(({ key }) => metrics[key]?.value === null).map(({ key }) => key)).toEqual([])
    expect(METRICS.filter(({ key }) => !metrics[key]?.interval).map(({ key }) => key)).toEqual(
      METRICS.filter(({ noInterval }) => noInterval !== undefined).map(({ key }) => key),
    )
  })

  it('of a drawdown contains the one on every tick, which is deeper than at the ends of days', () => {
    const input = ofReturns(
      normals(200, 12).map((value) => value / 100),
      normals(200, 3).map((value) => value / 100),
    )
    const deeper = { ...input, maxDrawdownFraction: input.maxDrawdownFraction * 2, maxDrawdown: input.maxDrawdown * 2 }
    const [plain, doubled] = [computeMetrics(input)['maxDrawdown'], computeMetrics(deeper)['maxDrawdown']]
    expect(doubled?.interval?.[0]).toBeCloseTo(2 * (plain?.interval?.[0] as number), 10)
    expect(doubled?.interval?.[1]).toBeCloseTo(2 * (plain?.interval?.[1] as number), 10)
  })

  it('of a run shorter than its blocks still varies', () => {
    const short = normals(12, 2).map((value) => value / 100)
    const { interval } = computeMetrics(ofReturns(short, short))['totalReturn'] ?? {}
    expect((interval?.[1] as number) - (interval?.[0] as number)).toBeGreaterThan(1)
  })
})

/** About 95 of 100 intervals of runs with a known truth contain it. Independent normal days and profits. */
describe('intervals contain the truth', () => {
  const MEAN = 0.001
  const DEVIATION = 0.011
  const HUGE = 400_000

  /** Share of runs whose interval contains the truth, by metric. */
  function coverage(
    runs: number,
    make: (run: number) => MetricInput,
    truth: Readonly<Record<string, number>>,
  ): Record<string, number> {
    const held: Record<string, number> = {}
    for (let run = 0; run < runs; run++) {
      const sampled = sample(make(run), true)
      for (const [key, value] of Object.entries(truth)) {
        const interval = METRICS.find((metric) => metric.key === key)?.compute(sampled).interval
        if (interval && interval[0] <= value && value <= interval[1]) held[key] = (held[key] ?? 0) + 1
      }
    }
    return Object.fromEntries(Object.keys(truth).map((key) => [key, (held[key] ?? 0) / runs]))
  }

  const isFull = inject('lane') === 'full'

  it.each([[50, 300], ...(isFull ? [[250, 200]] : [])] as [number, number][])('of %i days', (days, runs) => {
    const many = normals(HUGE, 21).map((value) => MEAN + DEVIATION * value)
    const sum = (of: (value: number) => number) => many.reduce((total, value) => total + of(value), 0)
    const target = 0.05 / 365
    const truth = {
      averageDailyReturn: 100 * MEAN,
      totalReturn: 100 * ((1 + MEAN) ** days - 1),
      sharpeDaily: (MEAN - 0.02 / 365) / DEVIATION,
      sortinoDaily: (MEAN - target) / Math.sqrt(sum((value) => Math.min(0, value - target) ** 2) / HUGE),
      omega: sum((value) => Math.max(0, value)) / sum((value) => Math.max(0, -value)),
      valueAtRiskNormal: -100 * (MEAN - 1.644_853_6 * DEVIATION),
      conditionalValueAtRiskNormal: -100 * (MEAN - 2.062_713 * DEVIATION),
    }
    const drawn = normals(runs * days, 22 + days).map((value) => MEAN + DEVIATION * value)
    const make = (run: number) => {
      const returns = drawn.slice(run * days, (run + 1) * days)
      return ofReturns(returns, returns)
    }
    for (const [key, share] of Object.entries(coverage(runs, make, truth))) {
      expect(share, key).toBeGreaterThan(0.92)
      expect(share, key).toBeLessThan(0.98)
    }
  })

  it.each([8, 50, ...(isFull ? [250] : [])])('of %i positions', (count) => {
    const truth = { expectancy: 5, sqn: Math.sqrt(count) / 10, realizedPips: count * 10 }
    const drawn = normals(300 * count, 31 + count).map((value) => 5 + 50 * value)
    const make = (run: number) => ofProfits(drawn.slice(run * count, (run + 1) * count))
    for (const [key, share] of Object.entries(coverage(300, make, truth))) {
      expect(share, key).toBeGreaterThan(0.91)
      expect(share, key).toBeLessThan(0.985)
    }
  })
})

describe('there is no interval', () => {
  it('if many draws have no bound: one loss among five', () => {
    const metrics = computeMetrics(ofProfits([10, 20, 30, -5, 7]))
    expect(metrics['grossProfitFactor']).toMatchObject({ value: 13.4, interval: null })
  })

  it('if resampling leaves rounding noise as the deviation', () => {
    expect(computeMetrics(ofProfits([0.1, 0.3, 0.7]))['sqn']?.interval).toBeNull()
  })

  it('for the worst days if there are too few of them', () => {
    const days = (count: number) =>
      computeMetrics(
        ofReturns(
          normals(count, 9).map((value) => value / 100),
          normals(count, 10),
        ),
      )
    expect([days(79)['valueAtRisk']?.interval, days(299)['conditionalValueAtRisk']?.interval]).toEqual([null, null])
    expect(days(80)['valueAtRisk']?.interval).not.toBeNull()
    expect(days(300)['conditionalValueAtRisk']?.interval).not.toBeNull()
  })

  it('for days once the account is ruined, because they have no path', () => {
    // Drawn twice in one path, the day of ruin would turn equity positive again.
    const metrics = computeMetrics(ofProfits([10, -5_000, 20, 15, 12, 11]))
    for (const key of ['profit', 'totalReturn', 'ulcer', 'maxDrawdown', 'averageDailyReturn'])
      expect([key, metrics[key]?.interval]).toEqual([key, null])
    expect(metrics['expectancy']?.interval).not.toBeNull()
  })

  it('for the length of drawdowns that the ends of days do not show', () => {
    // Down and up again within one day.
    const input = inputFromEquity({ time: [START, START + 1, START + 2, START + 2 * DAY], equity: [10, 9, 10, 11] })
    expect(computeMetrics(input)['drawdownDuration']).toMatchObject({ value: 2 / DAY, interval: null })
  })
})
