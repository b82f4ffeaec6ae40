import { positionProblem } from '../guards.ts'
import { ZERO_DEVIATION } from '../rates.ts'
import { type Metric, none, some } from '../metric.ts'
import { kellyFraction } from '../stats/kelly-fraction.ts'
import { gainOf, inRisk, isLoss, isWin, lossOf, one, profitOf, profitPerEquity } from '../stats/position-features.ts'
import { positionMean } from '../stats/position-mean.ts'
import { deviation, mean, withoutNoise } from '../stats/statistics.ts'

const common = { better: 'higher', group: 'positions' } as const

const closedPositions: Metric = {
  group: 'positions',
  better: 'none',
  key: 'closedPositions',
  title: 'Closed positions',
  unit: 'number',
  description: 'Number of positions that were closed. The figures of a few of them say little.',
  formula: 'n = count of closed positions',
  source: 'Count of the ledger',
  noInterval: 'It counts what happened.',
  compute: ({ profits, positionsUnknown }) =>
    positionsUnknown === true ? none('not-given', 0) : some(profits.length, profits.length),
}

const winRate: Metric = {
  ...common,
  key: 'winRate',
  title: 'Win rate',
  unit: '%',
  description: 'Share of closed positions that made a profit.',
  formula: 'wins / n; a profit of zero counts in n',
  source: 'Interval by Wilson (1927)',
  compute: (sample) => {
    const problem = positionProblem(sample)
    if (problem) return none(problem, 0)
    const n = sample.profits.length
    let wins = 0
    for (const profit of sample.profits) if (profit > 0) wins += 1
    return some((wins / n) * 100, n, { interval: n < 2 ? null : wilson(wins / n, n) })
  },
}

/** Wilson's interval of a proportion, in percent. */
function wilson(share: number, n: number): readonly [number, number] {
  const z = 1.96
  const middle = share + (z * z) / (2 * n)
  const reach = z * Math.sqrt((share * (1 - share)) / n + (z * z) / (4 * n * n))
  const scale = 100 / (1 + (z * z) / n)
  // 0 and 1 are exact bounds, which rounding would miss.
  return [share === 0 ? 0 : (middle - reach) * scale, share === 1 ? 100 : (middle + reach) * scale]
}

const grossProfitFactor: Metric = {
  ...common,
  key: 'grossProfitFactor',
  title: 'Profit factor',
  unit: 'ratio',
  description: 'Gross profit divided by gross loss.',
  formula: 'sum of profits > 0 / sum of losses',
  source: 'Profit factor of MetaTrader and TradingView reports',
  compute: (sample) => {
    const problem = positionProblem(sample)
    if (problem) return none(problem, 0)
    const n = sample.profits.length
    let gains = 0
    let losses = 0
    for (const profit of sample.profits) {
      if (profit > 0) gains += profit
      else losses -= profit
    }
    // Without gains and losses, the factor is undefined, not infinite.
    if (losses === 0 && gains === 0) return none('no-win', n)
    if (losses === 0) return none('no-loss', n)
    return some(gains / losses, n, { interval: sample.draws.interval([gainOf, lossOf], (gain, loss) => gain / loss) })
  },
}

const expectancy: Metric = {
  ...common,
  key: 'expectancy',
  title: 'Expectancy',
  unit: 'money',
  description: 'Mean profit per closed position.',
  formula: 'mean(profit)',
  source: 'Mean profit per position',
  compute: (sample) => positionMean(sample, profitOf),
}

const expectancyPercent: Metric = {
  ...common,
  key: 'expectancyPercent',
  title: 'Expectancy in % of equity',
  unit: '%',
  description: 'Mean profit per closed position as a percentage of the equity at its entry.',
  formula: 'mean(profit / equity at entry)',
  source: 'Mean profit per position',
  compute: (sample) => positionMean(sample, profitPerEquity),
}

const profitR = inRisk(profitOf)

const expectancyR: Metric = {
  ...common,
  key: 'expectancyR',
  title: 'Expectancy in R',
  unit: 'R',
  description:
    'Mean profit per closed position in multiples of its risk to the first stop. Positions without a stop are left out.',
  formula: 'mean(profit / risk to the first stop)',
  source: 'Tharp (1998), R multiples',
  compute: (sample) => positionMean(sample, profitR, 'no-stop'),
}

const averageWin: Metric = {
  ...common,
  key: 'averageWin',
  title: 'Average win',
  unit: 'money',
  description: 'Mean profit of winning positions.',
  formula: 'mean(profit with profit > 0)',
  source: 'Arithmetic mean',
  compute: (sample) => {
    const problem = positionProblem(sample)
    if (problem) return none(problem, 0)
    const wins = sample.profits.filter((profit) => profit > 0)
    if (wins.length === 0) return none('no-win', sample.profits.length)
    const interval = wins.length < 2 ? null : sample.draws.interval([gainOf, isWin], (gain, count) => gain / count)
    return some(mean(wins), wins.length, { interval })
  },
}

const averageLoss: Metric = {
  ...common,
  key: 'averageLoss',
  title: 'Average loss',
  unit: 'money',
  better: 'lower',
  description: 'Mean loss of losing positions, as a positive number.',
  formula: '-mean(profit with profit < 0)',
  source: 'Arithmetic mean',
  compute: (sample) => {
    const problem = positionProblem(sample)
    if (problem) return none(problem, 0)
    const losses = sample.profits.filter((profit) => profit < 0)
    if (losses.length === 0) return none('no-loss', sample.profits.length)
    const interval = losses.length < 2 ? null : sample.draws.interval([lossOf, isLoss], (loss, count) => loss / count)
    return some(-mean(losses), losses.length, { interval })
  },
}

const sqn: Metric = {
  ...common,
  key: 'sqn',
  title: 'System quality number',
  unit: 'number',
  description: 'Mean profit divided by its deviation, times the square root of the number of positions.',
  formula: 'sqrt(n)·mean(profit) / s(profit)',
  source: 'Tharp (2008), on profits and without a cap on n',
  compute: (sample) => {
    const { profits, draws } = sample
    const n = profits.length
    const problem = positionProblem(sample)
    if (problem) return none(problem, 0)
    if (n < 2) return none('too-few', n)
    const middle = mean(profits)
    const spread = deviation(profits)
    // Profits can be of any magnitude, and so can their rounding noise.
    if (spread < ZERO_DEVIATION * Math.max(1, Math.abs(middle))) return none('zero-deviation', n)
    // Relative to the mean, so that the residual squares are not noise, either.
    const distances = profits.map((profit) => profit - middle)
    const interval = draws.interval(
      [distances, distances.map((value) => value * value), one],
      (sum, squares, count) => {
        const varied = withoutNoise(squares - (sum * sum) / count, squares)
        return (count * middle + sum) / Math.sqrt(count) / Math.sqrt(varied / (count - 1))
      },
    )
    return some((Math.sqrt(n) * middle) / spread, n, { interval })
  },
}

const kelly: Metric = {
  ...common,
  key: 'kelly',
  title: 'Kelly fraction',
  unit: 'ratio',
  description: 'Share of the account to risk according to the closed positions; negative without an edge.',
  formula: 'W - (1 - W) / (average win / average loss), at most 1; W win rate',
  source: 'Kelly (1956); hidden under 30 positions',
  compute: (sample) => kellyFraction(sample, 1),
}

const halfKelly: Metric = {
  ...common,
  key: 'halfKelly',
  title: 'Half Kelly',
  unit: 'ratio',
  description: 'Half of the Kelly fraction: three quarters of its growth with half of its swings.',
  formula: 'Kelly fraction / 2',
  source: 'Thorp (1997)',
  compute: (sample) => kellyFraction(sample, 0.5),
}

export const PROFITS: readonly Metric[] = [
  closedPositions,
  winRate,
  grossProfitFactor,
  expectancy,
  expectancyPercent,
  expectancyR,
  averageWin,
  averageLoss,
  sqn,
  kelly,
  halfKelly,
]
