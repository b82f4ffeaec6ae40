import { createRandom } from '@tradeloom/domain'

import type { MetricInput } from '../metric-input.ts'
import type { ClosedPosition } from '../position.ts'

const DAY = 86_400_000
/** A Monday. */
const START = Date.UTC(2023, 0, 2)

/**
 * Runs whose metrics are in `stored-metrics.json`: a typical one, a crypto run with unknown values, and a ruined one.
 */
export function storedRuns(): Record<string, MetricInput> {
  return {
    usual: run({ seed: 3, days: 420, calendar: 'forex', edge: 0.1 }),
    sparse: run({ seed: 8, days: 130, calendar: 'always', edge: -0.05, isSparse: true }),
    ruined: run({ seed: 5, days: 60, calendar: 'forex', edge: -9 }),
  }
}

interface RunOptions {
  readonly seed: number
  readonly days: number
  readonly calendar: MetricInput['calendar']
  /** Mean profit of a position, in standard deviations. */
  readonly edge: number
  /** Stops, costs and the benchmark are unknown for some positions. */
  readonly isSparse?: boolean
}

function run({ seed, days, calendar, edge, isSparse = false }: RunOptions): MetricInput {
  const random = createRandom(seed)
  const closed: ClosedPosition[] = []
  const curve = { time: [] as number[], equity: [] as number[] }
  const daily = { time: [] as number[], equity: [] as number[] }
  const benchmark = { time: [] as number[], price: [] as number[] }
  let [equity, price, peak, fall, fraction] = [10_000, 1.2, 10_000, 0, 0]
  for (let day = 0; day < days; day++) {
    const isTrading = calendar === 'always' || day % 7 < 5
    if (isTrading && random() < 0.7) {
      const profit = Math.round((random() + random() - 1 + edge) * 20_000) / 100
      closed.push(position(profit, START + day * DAY + Math.floor(random() * 40_000_000), equity, random, isSparse))
      equity = Math.round((equity + profit) * 100) / 100
      curve.time.push(closed.at(-1)?.closeTime ?? 0)
      curve.equity.push(equity)
    }
    price *= 1 + (random() - 0.5) / 80
    if (!isTrading) continue
    daily.time.push(START + (day + 1) * DAY)
    daily.equity.push(equity)
    benchmark.time.push(START + (day + 1) * DAY)
    benchmark.price.push(price)
    peak = Math.max(peak, equity)
    fall = Math.max(fall, peak - equity)
    fraction = Math.max(fraction, (peak - equity) / peak)
  }
  return {
    start: START,
    end: START + days * DAY,
    initialBalance: 10_000,
    balance: equity,
    equity,
    maxDrawdown: fall * 1.1,
    maxDrawdownFraction: fraction * 1.1,
    ruined: daily.equity.some((value) => value <= 0),
    calendar,
    days: daily,
    closed,
    openPositions: isSparse ? [] : [{ openTime: START + (days - 1) * DAY, notional: 5_000 }],
    curve,
    benchmark: isSparse ? null : benchmark,
    benchmarkStart: isSparse ? null : 1.2,
    quality: { good: 9_990, all: 10_000 },
    trials: { count: 40, rated: 40, mean: 0, squares: 39 * (daily.time.length - 1) * 0.002 },
  }
}

function position(
  profit: number,
  openTime: number,
  equityAtEntry: number,
  random: () => number,
  isSparse: boolean,
): ClosedPosition {
  const mae = Math.min(0, profit) - Math.round(random() * 3_000) / 100
  const mfe = Math.max(0, profit) + Math.round(random() * 3_000) / 100
  return {
    openTime,
    closeTime: openTime + Math.floor(random() * 40_000_000),
    instrumentId: 'EURUSD:TEST',
    direction: random() < 0.5 ? 'LONG' : 'SHORT',
    quantity: 10_000,
    notional: 12_000,
    equityAtEntry,
    risk: isSparse && random() < 0.5 ? null : 50,
    profit,
    pips: profit / 1.2,
    mae,
    mfe,
    maePips: mae / 1.2,
    mfePips: mfe / 1.2,
    spreadCost: isSparse ? null : Math.round(random() * 100) / 100,
    slippageCost: 0.25,
    commission: 0.4,
    swapCost: Math.round((random() - 0.5) * 100) / 100,
    fundingCost: 0,
  }
}
