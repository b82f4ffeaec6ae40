import { createRandom } from '@tradeloom/domain'
import { describe, expect, inject, it } from 'vitest'

import { computeMetrics } from './compute-metrics.ts'
import type { MetricInput } from './metric-input.ts'
import { inputFromEquity } from './from-trades/input-from-equity.ts'
import { inputFromTrades } from './from-trades/input-from-trades.ts'
import type { ClosedPosition } from './position.ts'
import { METRICS } from './registry.ts'

/**
 * Every metric against a second, independent implementation of its formula: explicit loops, brute force over all pairs
 * or hours, the runtime's New York clock, and integrals of the normal density by Simpson's rule.
 */

const HOUR = 3_600_000
const DAY = 24 * HOUR
const START = Date.UTC(2023, 9, 16, 5)
const HOURS = 24 * 170
const BALANCE = 10_000

interface Fixture {
  readonly input: MetricInput
  /** Equity at each full hour of the run. */
  readonly hours: readonly number[]
  readonly price: readonly number[]
}

function fixture(seed: number, calendar: 'forex' | 'always'): Fixture {
  const random = createRandom(seed)
  const noise = () => random() + random() + random() - 1.5
  const hours = [BALANCE]
  const price = [1.1]
  for (let hour = 1; hour <= HOURS; hour++) {
    const open = calendar === 'always' || openInNewYork(START + (hour - 1) * HOUR)
    const move = open ? noise() / 400 : 0
    price.push((price.at(-1) as number) * (1 + move))
    hours.push((hours.at(-1) as number) * (1 + (open ? 0.4 * move + (noise() + 0.02) / 400 : 0)))
  }
  const closed = Array.from({ length: 45 }, (_, at) => position(random, at)).toSorted(
    (a, b) => a.closeTime - b.closeTime,
  )
  const dayTimes: number[] = []
  for (let time = Math.ceil(START / DAY) * DAY; time < START + HOURS * HOUR + DAY; time += DAY) {
    // Days on which the market was closed are not in the grid.
    if (calendar === 'always' || opensDuring(time)) dayTimes.push(time)
  }
  // The last day is incomplete: it ends with the last known value.
  const at = (column: readonly number[], time: number) =>
    column[Math.min(HOURS, Math.floor((time - START) / HOUR))] as number
  return {
    hours,
    price,
    input: {
      start: START,
      end: START + HOURS * HOUR,
      initialBalance: BALANCE,
      balance: hours.at(-1) as number,
      equity: hours.at(-1) as number,
      maxDrawdown: largestFall(hours, () => 1),
      maxDrawdownFraction: largestFall(hours, (peak) => peak),
      ruined: false,
      calendar,
      days: { time: dayTimes, equity: dayTimes.map((time) => at(hours, time)) },
      closed,
      openPositions: [{ openTime: START + (HOURS - 50) * HOUR, notional: 7_000 }],
      curve: { time: hours.map((_, hour) => START + hour * HOUR), equity: hours },
      benchmark: { time: dayTimes, price: dayTimes.map((time) => at(price, time)) },
      benchmarkStart: 1.1,
      quality: { good: 990, all: 1_000 },
      trials: { count: 40, rated: 40, mean: 0.3, squares: 39 * 1.7 },
    },
  }
}

function position(random: () => number, at: number): ClosedPosition {
  // The first opens with the run and the last closes with it, so that the trades alone determine its length.
  const openTime = START + (at === 0 ? 0 : at === 44 ? HOURS - 30 : Math.floor(random() * (HOURS - 200))) * HOUR
  const profit = at % 9 === 0 ? 0 : (random() - 0.42) * 90
  const [mae, mfe] = [Math.min(profit, 0) - random() * 20, Math.max(profit, 0) + random() * 20]
  return {
    openTime,
    closeTime: openTime + (at === 44 ? 30 : Math.ceil(random() * 190)) * HOUR,
    instrumentId: 'EURUSD:TEST',
    direction: at % 2 === 0 ? 'LONG' : 'SHORT',
    quantity: 1_000,
    notional: 2_000 + random() * 3_000,
    equityAtEntry: 9_000 + random() * 2_000,
    risk: at % 4 === 0 ? null : 10 + random() * 20,
    profit,
    pips: profit * 1.5,
    mae,
    mfe,
    maePips: mae * 1.5,
    mfePips: mfe * 1.5,
    spreadCost: random(),
    slippageCost: random() / 2,
    commission: 0.7,
    swapCost: random() - 0.5,
    fundingCost: (random() - 0.5) / 3,
  }
}

const NEW_YORK = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/New_York',
  weekday: 'short',
  hour: 'numeric',
  hourCycle: 'h23',
})

function openInNewYork(time: number): boolean {
  const parts = NEW_YORK.formatToParts(time)
  const weekday = parts.find(({ type }) => type === 'weekday')?.value
  const hour = Number(parts.find(({ type }) => type === 'hour')?.value)
  if (weekday === 'Sat') return false
  if (weekday === 'Fri') return hour < 17
  return weekday === 'Sun' ? hour >= 17 : true
}

function opensDuring(dayEnd: number): boolean {
  return Array.from({ length: 24 }, (_, hour) => dayEnd - DAY + hour * HOUR).some(openInNewYork)
}

/** ---- the formulas, implemented again ---- */

const add = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0)
const average = (values: readonly number[]) => add(values) / values.length
const spread = (values: readonly number[]) =>
  Math.sqrt((add(values.map((value) => value * value)) - values.length * average(values) ** 2) / (values.length - 1))

/** Returns of the days of the grid, by date. */
function returnsOf(column: readonly number[], { calendar }: MetricInput, first = column[0] as number): number[] {
  const returns: number[] = []
  let before = first
  for (let midnight = Math.floor(START / DAY) * DAY; midnight < START + HOURS * HOUR; midnight += DAY) {
    const weekday = new Date(midnight).getUTCDay()
    if (calendar === 'forex' && (weekday === 0 || weekday === 6)) continue
    const value = column[Math.min(HOURS, Math.floor((midnight + DAY - START) / HOUR))] as number
    returns.push(value / before - 1)
    before = value
  }
  return returns
}

function monthsOf({ hours }: Fixture): number[] {
  const ends = [Date.UTC(2023, 10), Date.UTC(2023, 11), Date.UTC(2024, 0), Date.UTC(2024, 1), Date.UTC(2024, 2)]
  const ended = [...ends, Date.UTC(2024, 3)].filter((end) => end <= START + HOURS * HOUR)
  const values = ended.map((end) => hours[(end - START) / HOUR] as number)
  return values.slice(1).map((value, at) => value / (values[at] as number) - 1)
}

const year = ({ calendar }: MetricInput) => (calendar === 'always' ? 365 : 260)
const sharpe = (r: readonly number[], perYear: number) => (average(r) - 0.02 / perYear) / spread(r)
const sortino = (r: readonly number[], perYear: number) => {
  const short = r.map((value) => Math.max(0, 0.05 / perYear - value))
  return (average(r) - 0.05 / perYear) / Math.sqrt(average(short.map((value) => value ** 2)))
}

function simpson(of: (x: number) => number, from: number, to: number, steps = 4_000): number {
  const step = (to - from) / steps
  let sum = of(from) + of(to)
  for (let at = 1; at < steps; at++) sum += of(from + at * step) * (at % 2 === 1 ? 4 : 2)
  return (sum * step) / 3
}

const density = (x: number) => Math.exp(-(x ** 2) / 2) / Math.sqrt(2 * Math.PI)
const normal = (z: number) => 0.5 + simpson(density, 0, z)
function normalPoint(share: number): number {
  let [low, high] = [-9, 9]
  for (let turn = 0; turn < 60; turn++) {
    const middle = (low + high) / 2
    if (normal(middle) < share) low = middle
    else high = middle
  }
  return (low + high) / 2
}

/** Variance of a Sharpe ratio times n - 1, from standardized moments. */
function sharpeVariance(r: readonly number[], ratio: number): number {
  const middle = average(r)
  const wide = Math.sqrt(average(r.map((value) => (value - middle) ** 2)))
  const skew = average(r.map((value) => ((value - middle) / wide) ** 3))
  const rawKurtosis = average(r.map((value) => ((value - middle) / wide) ** 4))
  return 1 - skew * ratio + ((rawKurtosis - 1) / 4) * ratio * ratio
}

function probability(r: readonly number[], perYear: number, target: number): number {
  const ratio = sharpe(r, perYear)
  return normal(((ratio - target) * Math.sqrt(r.length - 1)) / Math.sqrt(sharpeVariance(r, ratio)))
}

/** The value below which a share of sorted values lies, linear between neighbors. */
function percentile(values: readonly number[], share: number): number {
  const ordered = values.toSorted((a, b) => a - b)
  const place = share * (ordered.length - 1)
  const [below, above] = [ordered[Math.floor(place)] as number, ordered[Math.ceil(place)] as number]
  return below * (1 - (place % 1)) + above * (place % 1)
}

function smart(r: readonly number[], perYear: number): number {
  const [before, after] = [r.slice(0, -1), r.slice(1)]
  const covariance =
    average(before.map((value, at) => value * (after[at] as number))) - average(before) * average(after)
  const wide = (values: readonly number[]) => Math.sqrt(average(values.map((v) => v * v)) - average(values) ** 2)
  const a = Math.abs(covariance / (wide(before) * wide(after)))
  let penalty = 1
  for (let j = 1; j < r.length; j++) penalty += 2 * ((r.length - j) / r.length) * Math.pow(a, j)
  return sharpe(r, perYear) * Math.sqrt(perYear) * (1 / Math.sqrt(penalty))
}

/** Least squares of r on h by the normal equations. */
function regression(r: readonly number[], h: readonly number[]): number {
  const middle = average(h)
  return add(h.map((value, at) => (value - middle) * (r[at] as number))) / add(h.map((value) => (value - middle) ** 2))
}

/** Days from each hour to the first hour at which equity has recovered, by brute force. */
/** Before a position opens, equity is still at its peak: it falls within the hour of the first lower value. */
function longestUnderWater({ hours, input }: Fixture): number {
  const spans = [...input.closed, ...input.openPositions.map((one) => ({ ...one, closeTime: input.end }))]
  const isFlat = (time: number) =>
    input.positionsUnknown !== true && spans.every((one) => (one.openTime ?? 0) > time || one.closeTime <= time)
  let longest = 0
  for (let from = 0; from < hours.length; from++) {
    const peak = hours[from] as number
    if (Math.max(...hours.slice(0, from)) > peak) continue
    let to = from + 1
    while (to < hours.length && (hours[to] as number) < peak) to += 1
    const start = isFlat(START + from * HOUR) ? from + 1 : from
    if (to > from + 1) longest = Math.max(longest, Math.min(to, hours.length - 1) - start)
  }
  return longest / 24
}

function dailyDrawdowns({ hours, input }: Fixture): number[] {
  const curve = [1]
  for (const value of returnsOf(hours, input, BALANCE)) curve.push((curve.at(-1) as number) * (1 + value))
  return curve.slice(1).map((value, at) => 1 - value / Math.max(...curve.slice(0, at + 2)))
}

function closedBalances({ closed }: MetricInput): number[] {
  // Positions that close at the same time are one event.
  const timestamps = new Set(closed.map(({ closeTime }) => closeTime))
  const until = (timestamp: number) => closed.filter(({ closeTime }) => closeTime <= timestamp)
  return [BALANCE, ...[...timestamps].map((timestamp) => BALANCE + add(until(timestamp).map(({ profit }) => profit)))]
}

/** Over all pairs of an earlier and a later value. */
function largestFall(values: readonly number[], by: (peak: number) => number): number {
  let largest = 0
  for (let from = 0; from < values.length; from++) {
    const peak = values[from] as number
    for (let to = from; to < values.length; to++) {
      largest = Math.max(largest, (peak - (values[to] as number)) / by(peak))
    }
  }
  return largest
}

/** For each hour of the run with an open market, a sum over the positions open at that time. */
function hourly({ input, hours }: Fixture, of: (open: readonly (number | null)[], equity: number) => number): number {
  const all = [...input.closed, ...input.openPositions.map((open) => ({ ...open, closeTime: Infinity }))]
  let [sum, count] = [0, 0]
  for (let hour = 0; hour < HOURS; hour++) {
    const time = START + hour * HOUR
    if (input.calendar === 'forex' && !openInNewYork(time)) continue
    const open = all.filter(({ openTime, closeTime }) => (openTime ?? 0) <= time && time < closeTime)
    sum += of(
      open.map(({ notional }) => notional),
      hours[hour] as number,
    )
    count += 1
  }
  return sum / count
}

const withRisk = ({ closed }: MetricInput) => closed.filter(({ risk }) => risk !== null)
const wins = ({ closed }: MetricInput) => closed.map(({ profit }) => profit).filter((profit) => profit > 0)
const losses = ({ closed }: MetricInput) => closed.map(({ profit }) => -profit).filter((loss) => loss > 0)
function kelly(input: MetricInput): number {
  const share = wins(input).length / input.closed.length
  return share - ((1 - share) * average(losses(input))) / average(wins(input))
}
const excursion = (field: 'mae' | 'mfe' | 'maePips' | 'mfePips') => (input: MetricInput) =>
  input.closed.map((position) => position[field] as number)
const inR = (input: MetricInput, of: (position: ClosedPosition) => number) =>
  withRisk(input).map((position) => of(position) / (position.risk as number))
const gaveBack = ({ mfe, profit }: ClosedPosition) => (mfe as number) - profit
const gavePips = ({ closed }: MetricInput) => closed.map(({ mfePips, pips }) => (mfePips as number) - (pips as number))
const allCosts = ({ closed }: MetricInput) =>
  closed.map(
    (p) =>
      (p.spreadCost as number) +
      (p.slippageCost as number) +
      (p.commission as number) +
      (p.swapCost as number) +
      (p.fundingCost as number),
  )

type Formula = (fixture: Fixture, input: MetricInput, r: number[], h: number[], perYear: number) => number

const DAYS = HOURS / 24
const annual = (growth: number) => (Math.exp((Math.log(growth) * 365.25) / DAYS) - 1) * 100
const growth = (input: MetricInput) => input.equity / BALANCE
const tail = (share: number) => (values: readonly number[]) =>
  values.filter((value) => value <= percentile(values, share))

/** Expected maximum of t draws from a normal distribution, by the approximation of Bailey and López de Prado. */
const luckiest = (t: number) =>
  (1 - 0.5772156649015329) * normalPoint(1 - 1 / t) + 0.5772156649015329 * normalPoint(1 - 1 / (t * Math.E))

const FORMULAS: Readonly<Record<string, Formula>> = {
  profit: (_, { equity }) => equity - BALANCE,
  totalReturn: (_, input) => 100 * growth(input) - 100,
  averageDailyReturn: (_, __, r) => 100 * average(r),
  averageMonthlyReturn: (it) => 100 * average(monthsOf(it)),
  cagr: (_, input) => annual(growth(input)),
  alpha: (_, __, r, h, p) => {
    const excess = (values: readonly number[]) => average(values) * p - 0.02
    return 100 * (excess(r) - regression(r, h) * excess(h))
  },
  sharpeDaily: (_, __, r, ___, p) => sharpe(r, p),
  sharpeDailyAnnualized: (_, __, r, ___, p) => sharpe(r, p) * Math.sqrt(p),
  sharpeMonthly: (it) => sharpe(monthsOf(it), 12),
  sharpeMonthlyAnnualized: (it) => sharpe(monthsOf(it), 12) * Math.sqrt(12),
  smartSharpe: (_, __, r, ___, p) => smart(r, p),
  sortinoDaily: (_, __, r, ___, p) => sortino(r, p),
  sortinoDailyAnnualized: (_, __, r, ___, p) => sortino(r, p) * Math.sqrt(p),
  sortinoMonthly: (it) => sortino(monthsOf(it), 12),
  sortinoMonthlyAnnualized: (it) => sortino(monthsOf(it), 12) * Math.sqrt(12),
  omega: (_, __, r) => add(r.filter((v) => v > 0)) / -add(r.filter((v) => v < 0)),
  beta: (_, __, r, h) => regression(r, h),
  informationRatio: (_, __, r, h, p) => {
    const ahead = r.map((value, at) => value - (h[at] as number))
    return (average(ahead) * p) / (spread(ahead) * Math.sqrt(p))
  },
  maxDrawdown: ({ hours }) => 100 * largestFall(hours, (peak) => peak),
  maxDrawdownMoney: ({ hours }) => largestFall(hours, () => 1),
  closedDrawdown: (_, input) => 100 * largestFall(closedBalances(input), (peak) => peak),
  closedDrawdownMoney: (_, input) => largestFall(closedBalances(input), () => 1),
  drawdownDuration: (it) => longestUnderWater(it),
  returnOverMaxDrawdown: ({ hours }, input) => (growth(input) - 1) / largestFall(hours, (peak) => peak),
  calmar: ({ hours }, input) => annual(growth(input)) / 100 / largestFall(hours, (peak) => peak),
  recoveryFactor: ({ hours }, { equity }) => (equity - BALANCE) / largestFall(hours, () => 1),
  ulcer: (it, _, r) => 100 * Math.sqrt(add(dailyDrawdowns(it).map((v) => v ** 2)) / (r.length - 1)),
  valueAtRisk: (_, __, r) => -100 * percentile(r, 0.05),
  valueAtRisk99: (_, __, r) => -100 * percentile(r, 0.01),
  valueAtRiskNormal: (_, __, r) => -100 * (average(r) + normalPoint(0.05) * spread(r)),
  valueAtRiskNormal99: (_, __, r) => -100 * (average(r) + normalPoint(0.01) * spread(r)),
  conditionalValueAtRisk: (_, __, r) => -100 * average(tail(0.05)(r)),
  conditionalValueAtRisk99: (_, __, r) => -100 * average(tail(0.01)(r)),
  // The mean below the quantile, by integration.
  conditionalValueAtRiskNormal: (_, __, r) =>
    -100 * (average(r) + spread(r) * (simpson((x) => x * density(x), -12, normalPoint(0.05)) / 0.05)),
  conditionalValueAtRiskNormal99: (_, __, r) =>
    -100 * (average(r) + spread(r) * (simpson((x) => x * density(x), -12, normalPoint(0.01)) / 0.01)),
  closedPositions: (_, input) => input.closed.length,
  winRate: (_, input) => (100 * wins(input).length) / 45,
  grossProfitFactor: (_, input) => add(wins(input)) / add(losses(input)),
  expectancy: (_, input) => (add(wins(input)) - add(losses(input))) / 45,
  expectancyPercent: (_, { closed }) => 100 * average(closed.map((p) => p.profit / (p.equityAtEntry as number))),
  expectancyR: (_, input) => average(inR(input, ({ profit }) => profit)),
  averageWin: (_, input) => average(wins(input)),
  averageLoss: (_, input) => average(losses(input)),
  sqn: (_, { closed }) => {
    const profits = closed.map(({ profit }) => profit)
    return (Math.sqrt(45) * average(profits)) / spread(profits)
  },
  kelly: (_, input) => kelly(input),
  halfKelly: (_, input) => kelly(input) / 2,
  exposure: (it) => 100 * hourly(it, (open) => (open.length > 0 ? 1 : 0)),
  meanLeverage: (it) => hourly(it, (open, equity) => add(open.map((notional) => notional ?? 0)) / equity),
  averageHolding: (_, { closed }) => average(closed.map((p) => (p.closeTime - (p.openTime as number)) / HOUR)),
  realizedPips: (_, input) => 1.5 * (add(wins(input)) - add(losses(input))),
  maeAverage: (_, input) => average(excursion('mae')(input)),
  maeLargest: (_, input) => Math.min(...excursion('mae')(input)),
  maeAveragePips: (_, input) => average(excursion('maePips')(input)),
  maeLargestPips: (_, input) => Math.min(...excursion('maePips')(input)),
  maeAverageR: (_, input) => average(inR(input, ({ mae }) => mae as number)),
  maeLargestR: (_, input) => Math.min(...inR(input, ({ mae }) => mae as number)),
  mfeAverage: (_, input) => average(excursion('mfe')(input)),
  mfeLargest: (_, input) => Math.max(...excursion('mfe')(input)),
  mfeAveragePips: (_, input) => average(excursion('mfePips')(input)),
  mfeLargestPips: (_, input) => Math.max(...excursion('mfePips')(input)),
  mfeAverageR: (_, input) => average(inR(input, ({ mfe }) => mfe as number)),
  mfeLargestR: (_, input) => Math.max(...inR(input, ({ mfe }) => mfe as number)),
  giveBackAverage: (_, { closed }) => average(closed.map(gaveBack)),
  giveBackLargest: (_, { closed }) => Math.max(...closed.map(gaveBack)),
  giveBackAveragePips: (_, input) => average(gavePips(input)),
  giveBackLargestPips: (_, input) => Math.max(...gavePips(input)),
  giveBackAverageR: (_, input) => average(inR(input, gaveBack)),
  giveBackLargestR: (_, input) => Math.max(...inR(input, gaveBack)),
  spreadCosts: (_, { closed }) => add(closed.map(({ spreadCost }) => spreadCost as number)),
  slippageCosts: (_, { closed }) => add(closed.map(({ slippageCost }) => slippageCost as number)),
  commissionCosts: () => 45 * 0.7,
  swapCosts: (_, { closed }) => add(closed.map(({ swapCost }) => swapCost as number)),
  fundingCosts: (_, { closed }) => add(closed.map(({ fundingCost }) => fundingCost as number)),
  totalCosts: (_, input) => add(allCosts(input)),
  averageCosts: (_, input) => average(allCosts(input)),
  probabilisticSharpe: (_, __, r, ___, p) => probability(r, p, 1 / Math.sqrt(p)),
  deflatedSharpe: (_, __, r, ___, p) => probability(r, p, Math.sqrt(1.7 / (r.length - 1)) * luckiest(40)),
  minimumTrackRecord: (_, __, r, ___, p) => {
    const ratio = sharpe(r, p)
    return 1 + sharpeVariance(r, ratio) * (1.645 / (ratio - 1 / Math.sqrt(p))) ** 2
  },
  dataQuality: () => 99,
}

/** Seeds whose runs gain enough for metrics that need a gain; the full lane tries two of each calendar. */
const RUNS = [
  ['always', 1],
  ['forex', 2],
  ...(inject('lane') === 'full'
    ? ([
        ['always', 4],
        ['forex', 6],
      ] as const)
    : []),
] as const

/** The fixture as an imported equity curve, without positions. */
function asEquity(made: Fixture): Fixture {
  const { curve, calendar, benchmark, benchmarkStart, quality, trials } = made.input
  return { ...made, input: { ...inputFromEquity(curve, { calendar }), benchmark, benchmarkStart, quality, trials } }
}

/** Its positions as an imported list of trades: equity is constant between closings. */
function asTrades(made: Fixture): Fixture {
  const { closed, calendar, benchmark, benchmarkStart, quality, trials } = made.input
  const shuffled = closed.toSorted((a, b) => a.profit - b.profit)
  const input = inputFromTrades(shuffled, { initialBalance: BALANCE, calendar })
  const hours = made.hours.map((_, hour) => {
    return BALANCE + add(closed.filter((p) => p.closeTime <= START + hour * HOUR).map(({ profit }) => profit))
  })
  return { ...made, hours, input: { ...input, benchmark, benchmarkStart, quality, trials } }
}

/** Runs whose trades alone gain, with a month and some days that lose. */
const TRADE_RUNS = [
  ['always', 1],
  ['forex', 2],
] as const

describe('every metric equals an independent implementation of its formula', () => {
  it('covers each metric of the registry', () => {
    expect(Object.keys(FORMULAS).toSorted()).toEqual(METRICS.map(({ key }) => key).toSorted())
  })

  describe.each(RUNS)('%s, run %i', (calendar, seed) => {
    const made = fixture(seed, calendar)
    const metrics = computeMetrics(made.input)
    it.each(METRICS.map(({ key }) => key))('%s', (key) => {
      compare(made, metrics, key)
    })
  })

  const ofPositions = METRICS.filter(({ group }) => ['positions', 'excursion', 'costs'].includes(group))
  const unknown = [...ofPositions.map(({ key }) => key), 'closedDrawdown', 'closedDrawdownMoney']
  describe.each(RUNS)('%s, run %i, from its equity curve alone', (calendar, seed) => {
    const made = asEquity(fixture(seed, calendar))
    const metrics = computeMetrics(made.input)
    it.each(METRICS.map(({ key }) => key).filter((key) => !unknown.includes(key)))('%s', (key) => {
      compare(made, metrics, key)
    })
  })

  describe.each(TRADE_RUNS)('%s, run %i, from its trades alone', (calendar, seed) => {
    const made = asTrades(fixture(seed, calendar))
    const metrics = computeMetrics(made.input)
    it.each(METRICS.map(({ key }) => key).filter((key) => key !== 'drawdownDuration'))('%s', (key) => {
      compare(made, metrics, key)
    })
  })
})

function compare(made: Fixture, metrics: ReturnType<typeof computeMetrics>, key: string): void {
  const { input, hours, price } = made
  const [r, h] = [returnsOf(hours, input), returnsOf(price, input)]
  const expected = FORMULAS[key]?.(made, input, r, h, year(input)) as number
  const { value, reason } = metrics[key] ?? { value: null, reason: 'missing' }
  expect(reason).toBeNull()
  expect(expected).not.toBe(0)
  expect((value as number) / expected).toBeCloseTo(1, 9)
}
