import { drawnPaths, type EquityPaths, ownPath } from '../bootstrap/equity-path.ts'
import { once } from './once.ts'
import { type Interval, intervalOf, Resample, sumInterval, type SumStatistic } from '../bootstrap/block-draws.ts'
import { type SharpeSample, sharpeSample } from './sharpe-sample.ts'
import { quantile } from './statistics.ts'

/** Returns of equal periods, as fractions, with statistics that several metrics share; each is computed on demand. */
export class ReturnSeries {
  readonly returns: readonly number[]
  readonly perYear: number
  readonly squares: () => readonly number[]
  readonly gains: () => readonly number[]
  readonly losses: () => readonly number[]
  readonly ownPath: () => EquityPaths
  readonly sorted: () => Float64Array
  readonly sharpe: () => SharpeSample | null
  readonly #draws: () => Resample | null
  readonly #paths: () => EquityPaths | null
  readonly #order: () => Uint32Array
  readonly #below = new Map<number, readonly number[]>()

  /** `block`: the number of neighbors drawn together, so that streaks are preserved; 0 disables resampling. */
  constructor(returns: readonly number[], perYear: number, block: number) {
    this.returns = returns
    this.perYear = perYear
    this.squares = once(() => returns.map((value) => value * value))
    this.gains = once(() => returns.map((value) => Math.max(0, value)))
    this.losses = once(() => returns.map((value) => Math.max(0, -value)))
    this.ownPath = once(() => ownPath(returns))
    this.sorted = once(() => Float64Array.from(returns).sort())
    this.sharpe = once(() => sharpeSample(returns, perYear))
    const n = returns.length
    // A block as long as the list would always reproduce the list; at least four blocks are needed for variation.
    const length = Math.max(1, Math.min(block, Math.floor(n / 4)))
    this.#draws = once(() => (n < 2 || block === 0 ? null : new Resample(n, length)))
    this.#paths = once(() => {
      const draws = this.#draws()
      return draws && drawnPaths(returns, draws)
    })
    this.#order = once(() =>
      Uint32Array.from(returns.keys()).sort((a, b) => (returns[a] as number) - (returns[b] as number)),
    )
  }

  /** Squared shortfalls below a target. */
  below(target: number): readonly number[] {
    let column = this.#below.get(target)
    if (!column) this.#below.set(target, (column = this.returns.map((value) => Math.min(0, value - target) ** 2)))
    return column
  }

  /** 95% interval of a statistic of sums of columns, each as long as the returns. */
  interval(columns: readonly ArrayLike<number>[], statistic: SumStatistic): Interval {
    return sumInterval(this.#draws(), columns, statistic)
  }

  /** 95% interval of a statistic of the equity along the returns. */
  pathInterval(statistic: (paths: EquityPaths, draw: number) => number): Interval {
    const draws = this.#draws()
    const paths = this.#paths()
    return draws && paths && intervalOf(draws.draws, draws.tail, (draw) => statistic(paths, draw))
  }

  /** 95% interval of a quantile of the returns, or of the mean of those at or below it. */
  tailInterval(share: number, of: 'quantile' | 'mean'): Interval {
    const draws = this.#draws()
    if (!draws) return null
    const { returns } = this
    const order = this.#order()
    const counts = draws.counts()
    const position = (returns.length - 1) * share
    const pair = new Float64Array(2)
    return intervalOf(draws.draws, draws.tail, (draw) => {
      let [count, sum, at] = [0, 0, 0]
      // The two drawn values around the quantile; all earlier ones are below it.
      for (let rank = Math.floor(position); rank <= Math.floor(position) + 1; rank++) {
        while (at < order.length && count <= rank) {
          const chosen = counts[draw * returns.length + (order[at] as number)] as number
          count += chosen
          sum += chosen * (returns[order[at] as number] as number)
          at += 1
        }
        pair[rank - Math.floor(position)] = returns[order[at - 1] as number] as number
        if (of === 'mean' && rank === Math.floor(position)) return tailMean(sum, count, rank, pair[0] as number)
      }
      return quantile(pair, position - Math.floor(position))
    })
  }
}

/** Mean of the values of rank 0 to `rank`; equal values beyond them are omitted, which hardly changes an interval. */
function tailMean(sum: number, count: number, rank: number, last: number): number {
  return (sum - (count - rank - 1) * last) / (rank + 1)
}
