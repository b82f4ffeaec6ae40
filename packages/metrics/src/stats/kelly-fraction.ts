import { FEW_TRADES, positionProblem } from '../guards.ts'
import { type MetricValue, none, some } from '../metric.ts'
import { gainOf, isLoss, isWin, lossOf, one } from './position-features.ts'
import type { Sample } from './sample.ts'

/** A part of the Kelly fraction of the closed positions; both a win and a loss must be known. */
export function kellyFraction(sample: Sample, part: number): MetricValue {
  const problem = positionProblem(sample)
  if (problem) return none(problem, 0)
  const { profits } = sample
  const n = profits.length
  if (n < 2) return none('too-few', n)
  let [gain, loss, wins, losses] = [0, 0, 0, 0]
  for (const profit of profits) {
    if (profit > 0) {
      gain += profit
      wins += 1
    } else if (profit < 0) {
      loss -= profit
      losses += 1
    }
  }
  if (wins === 0) return none('no-win', n)
  if (losses === 0) return none('no-loss', n)
  return some(part * fraction(gain, loss, wins, losses, n), n, {
    interval: sample.draws.interval([gainOf, lossOf, isWin, isLoss, one], (...sums) => part * fraction(...sums)),
    shown: n >= FEW_TRADES,
  })
}

function fraction(gain: number, loss: number, wins: number, losses: number, n: number): number {
  const share = wins / n
  return Math.min(1, share - (1 - share) / (gain / wins / (loss / losses)))
}
