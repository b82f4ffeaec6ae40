import { RISK_FREE_RATE, ZERO_DEVIATION } from '../guards.ts'
import { none, some } from '../metric.ts'
import { mean } from '../sampling/statistics.ts'
import type { StudyMetric } from './study-metric.ts'

/** Returns of all trials over the same periods, one list a trial. */
export interface OverfittingInput {
  readonly trials: readonly (readonly number[])[]
  readonly perYear: number
  /** Even number of equal blocks to be put together in all balanced halves, 16 unless told. */
  readonly blocks?: number
}

const BLOCKS = 16

export const overfittingProbability: StudyMetric<OverfittingInput> = {
  key: 'overfittingProbability',
  title: 'Probability of backtest overfitting (PBO)',
  unit: 'probability',
  better: 'lower',
  description:
    'Share of the ways to halve the time in which the best trial of one half is below the median in the other.',
  formula: 'CSCV: splits whose in-sample winner by Sharpe ratio ranks below the out-of-sample median / splits',
  source: 'Bailey, Borwein, López de Prado and Zhu (2017)',
  compute: ({ trials, perYear, blocks = BLOCKS }) => {
    if (!Number.isInteger(blocks) || blocks < 2 || blocks > 20 || blocks % 2 !== 0)
      throw new RangeError(`${blocks} blocks cannot be halved: an even number from 2 to 20 is needed`)
    const periods = trials[0]?.length ?? 0
    if (trials.some(({ length }) => length !== periods)) throw new RangeError('The trials differ in length')
    if (trials.length < 2 || periods < 2 * blocks) return none('too-few', periods)
    const sums = trials.map((returns) => blockSums(returns, blocks, RISK_FREE_RATE / perYear))
    let [splits, below] = [0, 0]
    for (let chosen = 0; chosen < 2 ** blocks; chosen++) {
      if (bitCount(chosen) !== blocks / 2) continue
      const outcome = isBelowMedian(sums, chosen, 2 ** blocks - 1 - chosen)
      if (outcome === null) continue
      splits += 1
      if (outcome) below += 1
    }
    return splits === 0 ? none('zero-deviation', periods) : some(below / splits, periods)
  },
}

/**
 * Excess returns of a trial in equal blocks: their length, and the sums of their distances from `middle` and of the
 * squares, so that returns that stand still leave no rounding noise. The oldest odd ones are left out.
 */
interface BlockSums {
  readonly length: number
  readonly middle: number
  readonly sum: Float64Array
  readonly squares: Float64Array
}

function blockSums(returns: readonly number[], blocks: number, free: number): BlockSums {
  const length = Math.floor(returns.length / blocks)
  const first = returns.length - length * blocks
  const sum = new Float64Array(blocks)
  const squares = new Float64Array(blocks)
  const middle = mean(returns)
  for (let at = first; at < returns.length; at++) {
    const block = Math.floor((at - first) / length)
    const distance = (returns[at] as number) - middle
    sum[block] = (sum[block] as number) + distance
    squares[block] = (squares[block] as number) + distance * distance
  }
  return { length, middle: middle - free, sum, squares }
}

/** Whether the winner of the blocks in `inside` lies below the median of all in the others; null without a winner. */
function isBelowMedian(trials: readonly BlockSums[], inside: number, outside: number): boolean | null {
  let winner = -1
  let best = -Infinity
  for (let at = 0; at < trials.length; at++) {
    const ratio = sharpeOver(trials[at] as BlockSums, inside)
    if (ratio > best) [winner, best] = [at, ratio]
  }
  if (winner < 0) return null
  const reached = sharpeOver(trials[winner] as BlockSums, outside)
  let better = 0
  for (const trial of trials) if (sharpeOver(trial, outside) > reached) better += 1
  // Below the median: at least half of all trials (the winner is none of them) did better.
  return better >= Math.ceil(trials.length / 2)
}

/** Sharpe ratio over the blocks whose bits are set. What does not vary has none and ranks last. */
function sharpeOver({ length, middle, sum, squares }: BlockSums, bits: number): number {
  let [total, square, n] = [0, 0, 0]
  for (let block = 0; block < sum.length; block++) {
    if ((bits & (1 << block)) === 0) continue
    total += sum[block] as number
    square += squares[block] as number
    n += length
  }
  const spread = Math.sqrt(Math.max(0, square - (total * total) / n) / (n - 1))
  return spread < ZERO_DEVIATION ? -Infinity : (middle + total / n) / spread
}

function bitCount(bits: number): number {
  let count = 0
  for (let rest = bits; rest !== 0; rest &= rest - 1) count += 1
  return count
}
