import { ZERO_DEVIATION } from '../rates.ts'

/** Returns of all trials over the same periods, one list per trial. */
export interface OverfittingInput {
  readonly trials: readonly ArrayLike<number>[]
  /** Even number of equal blocks, combined in all balanced halves; by default fewer for many trials. */
  readonly blocks?: number
}

/** How the winners of one half of the time fared in the other half. */
export interface OverfittingSplits {
  /** Trials that differ. */
  readonly distinct: number
  readonly periods: number
  /** The oldest of them, which do not fill a block and are left out. */
  readonly leftOut: number
  /** Whether there are at least two distinct trials, and two periods in every block. */
  readonly isEnough: boolean
  /** Logits of the winners' relative ranks, ascending, and how many splits had each: below 0 is below the median. */
  readonly logits: readonly { readonly value: number; readonly splits: number }[]
}

/**
 * Combinatorially symmetric cross-validation: no logits if there are fewer than two trials or too few periods. Trials are
 * ranked by mean and deviation of their returns, without a risk-free rate: taking one off would rank trials by the size of
 * their positions, which lasts whether there is an edge or not.
 */
export function overfittingSplits({ trials, blocks = blocksFor(trials.length) }: OverfittingInput): OverfittingSplits {
  if (!Number.isInteger(blocks) || blocks < 2 || blocks > 20 || blocks % 2 !== 0)
    throw new RangeError(`${blocks} blocks cannot be halved: an even number from 2 to 20 is needed`)
  const periods = trials[0]?.length ?? 0
  if (trials.some(({ length }) => length !== periods)) throw new RangeError('The trials differ in length')
  const kept = distinctTrials(trials)
  const distinct = kept.length
  const isEnough = distinct >= 2 && periods >= 2 * blocks
  const leftOut = periods % blocks
  if (!isEnough) return { distinct, periods, leftOut, isEnough, logits: [] }
  const ratios = new HalfRatios(kept, blocks)
  const one = new Float64Array(distinct)
  const other = new Float64Array(distinct)
  /** Splits by twice the rank, which is an integer. */
  const ranks = new Uint32Array(2 * distinct + 1)
  const all = 2 ** blocks - 1
  // Halves without the last block, and their complements: each half is in-sample once and out-of-sample once.
  for (let half = 0; half < 2 ** (blocks - 1); half++) {
    if (bitCount(half) !== blocks / 2) continue
    ratios.write(one, half)
    ratios.write(other, all - half)
    for (const rank of [doubledRank(one, other), doubledRank(other, one)]) if (rank !== null) ranks[rank]! += 1
  }
  const logits = Array.from(ranks, (splits, rank) => {
    const omega = rank / (2 * (distinct + 1))
    return { value: Math.log(omega / (1 - omega)), splits }
  })
  return { distinct, periods, leftOut, isEnough, logits: logits.filter(({ splits }) => splits > 0) }
}

/** Half as many splits for very many trials. */
function blocksFor(trials: number): number {
  if (trials <= 5_000) return 16
  return trials <= 20_000 ? 12 : 10
}

/** Trials with equal returns count as one: an external that the script ignores creates many of them. */
function distinctTrials(trials: readonly ArrayLike<number>[]): ArrayLike<number>[] {
  const kept: ArrayLike<number>[] = []
  const bySum = new Map<number, ArrayLike<number>[]>()
  for (const returns of trials) {
    let sum = 0
    for (let at = 0; at < returns.length; at++) sum += returns[at] as number
    const alike = bySum.get(sum) ?? []
    bySum.set(sum, alike)
    if (alike.some((other) => areEqual(other, returns))) continue
    alike.push(returns)
    kept.push(returns)
  }
  return kept
}

function areEqual(one: ArrayLike<number>, other: ArrayLike<number>): boolean {
  for (let at = 0; at < one.length; at++) if (one[at] !== other[at]) return false
  return true
}

const NOISE = 1e-13

/**
 * Means by deviations of all trials over any half of their equal blocks. The sums are precomputed for each choice among the
 * first and among the last half of the blocks, one row of trials per choice, so that any choice of blocks takes two
 * look-ups. Trials with equal returns in some blocks have exactly equal ratios there, so that ties are detected.
 */
class HalfRatios {
  readonly #trials: number
  readonly #half: number
  readonly #periods: number
  readonly #low: ChoiceSums
  readonly #high: ChoiceSums

  /** The oldest returns that do not fill a block are dropped. */
  constructor(trials: readonly ArrayLike<number>[], blocks: number) {
    const length = Math.floor((trials[0] as ArrayLike<number>).length / blocks)
    const half = blocks / 2
    this.#trials = trials.length
    this.#half = half
    this.#periods = length * half
    this.#low = choiceSums(trials, length, -blocks, half)
    this.#high = choiceSums(trials, length, -half, half)
  }

  /**
   * Of every trial over the blocks whose bits are set. Without variation there is no ratio, and the trial ranks last.
   */
  write(ratios: Float64Array, bits: number): void {
    const low = this.#low
    const high = this.#high
    const n = this.#periods
    const lowRow = (bits & (2 ** this.#half - 1)) * this.#trials
    const highRow = (bits >>> this.#half) * this.#trials
    for (let trial = 0; trial < ratios.length; trial++) {
      const total = (low.sum[lowRow + trial] as number) + (high.sum[highRow + trial] as number)
      const square = (low.squares[lowRow + trial] as number) + (high.squares[highRow + trial] as number)
      const rest = square - (total * total) / n
      const spread = Math.sqrt(rest / (n - 1))
      // For constant returns, rounding leaves a fraction of their squares.
      ratios[trial] = rest > square * NOISE && spread >= ZERO_DEVIATION ? total / n / spread : -Infinity
    }
  }
}

interface ChoiceSums {
  readonly sum: Float64Array
  readonly squares: Float64Array
}

/** The sums of every choice of `count` blocks, indexed by its bits; `from` counts blocks from the end. */
function choiceSums(trials: readonly ArrayLike<number>[], length: number, from: number, count: number): ChoiceSums {
  const width = trials.length
  const sum = new Float64Array(2 ** count * width)
  const squares = new Float64Array(2 ** count * width)
  for (let bits = 1; bits < 2 ** count; bits++) {
    const block = 31 - Math.clz32(bits)
    const single = 2 ** block
    for (const [trial, returns] of trials.entries()) {
      const cell = bits * width + trial
      if (bits === single) {
        const first = returns.length + (from + block) * length
        for (let at = first; at < first + length; at++) {
          const value = returns[at] as number
          sum[cell] = (sum[cell] as number) + value
          squares[cell] = (squares[cell] as number) + value * value
        }
      } else {
        const [rest, last] = [(bits - single) * width + trial, single * width + trial]
        sum[cell] = (sum[rest] as number) + (sum[last] as number)
        squares[cell] = (squares[rest] as number) + (squares[last] as number)
      }
    }
  }
  return { sum, squares }
}

/**
 * Twice the rank of the in-sample winner out of sample, ties in the middle: 2 for the worst trial. Null without a winner,
 * if no trial moved in sample.
 */
function doubledRank(inside: Float64Array, outside: Float64Array): number | null {
  let winner = -1
  let best = -Infinity
  for (let at = 0; at < inside.length; at++) {
    const ratio = inside[at] as number
    if (ratio > best) [winner, best] = [at, ratio]
  }
  if (winner < 0) return null
  const reached = outside[winner] as number
  let [worse, equal] = [0, -1]
  for (let at = 0; at < outside.length; at++) {
    const ratio = outside[at] as number
    if (ratio < reached) worse += 1
    else if (ratio === reached) equal += 1
  }
  return 2 * (1 + worse) + equal
}

function bitCount(bits: number): number {
  let count = 0
  for (let rest = bits; rest !== 0; rest &= rest - 1) count += 1
  return count
}
