import type { Lattice, Point } from '../../lattice/lattice.ts'
import { compareTrials } from '../../ranking/compare-trials.ts'
import type { Trial } from '../../ranking/trial.ts'
import { limitText } from '../limit-text.ts'
import type { Proposer } from '../proposer.ts'
import { SeenPoints } from '../seen-points.ts'
import { ParzenEstimate } from './parzen-estimate.ts'

/** Trials before the estimates are used. */
const STARTUP = 20
const GOOD_SHARE = 0.1
const MAX_GOOD = 25
const MAX_BAD = 1_000
const CANDIDATES = 24

/**
 * Tree-structured Parzen estimator (Bergstra 2011): proposes points that are likely among the good trials and unlikely among
 * the others. Points of the same round count as bad, so that a round spreads out.
 */
export class TpeProposer implements Proposer {
  readonly #lattice: Lattice
  readonly #budget: number
  readonly #roundSize: number
  readonly #seen: SeenPoints
  readonly #trials: Trial[] = []
  /** The best trials, at most `MAX_GOOD`: more are never needed. */
  #best: readonly Trial[] = []

  constructor(lattice: Lattice, seed: number, { budget, roundSize }: { budget: number; roundSize: number }) {
    this.#lattice = lattice
    this.#budget = budget
    this.#roundSize = roundSize
    this.#seen = new SeenPoints(lattice, seed)
  }

  propose(_round: number, random: () => number): readonly Point[] {
    const known = this.#trials.length
    const count = Math.min(this.#roundSize, this.#budget - known)
    if (known < STARTUP) return this.#seen.takeRandoms(count)
    const goodCount = Math.min(Math.ceil(GOOD_SHARE * known), MAX_GOOD)
    const best = this.#best.slice(0, goodCount)
    const good = new ParzenEstimate(
      this.#lattice,
      best.map(({ point }) => point),
    )
    const rest = this.#others(new Set(best.map(({ index }) => index)))
    const points: Point[] = []
    while (points.length < count) {
      const bad = new ParzenEstimate(this.#lattice, [...rest, ...points])
      const point = this.#bestOf(this.#candidates(good, random), good, bad) ?? this.#seen.takeRandom()
      if (point === null) break
      this.#seen.add(point)
      points.push(point)
    }
    return points
  }

  /** Only its budget ends it: a lattice within the budget is evaluated in full. */
  ending(): string {
    return limitText(this.#budget)
  }

  learn(trials: readonly Trial[]): void {
    this.#trials.push(...trials)
    this.#best = [...this.#best, ...trials].toSorted(compareTrials).slice(0, MAX_GOOD)
  }

  /** The points of all trials that are not good, or evenly chosen ones if they are many. */
  #others(good: ReadonlySet<number>): Point[] {
    const { length } = this.#trials
    const count = Math.min(length, MAX_BAD + good.size)
    const points: Point[] = []
    for (let k = 0; k < count; k++) {
      const { index, point } = this.#trials[Math.floor((k * length) / count)] as Trial
      if (!good.has(index) && points.length < MAX_BAD) points.push(point)
    }
    return points
  }

  /** Unseen points in the order of their keys. */
  #candidates(good: ParzenEstimate, random: () => number): Point[] {
    const byKey = new Map<number | string, Point>()
    for (let k = 0; k < CANDIDATES; k++) {
      const point = good.draw(random)
      if (!this.#seen.has(point)) byKey.set(this.#lattice.keyOf(point), point)
    }
    return [...byKey].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, point]) => point)
  }

  #bestOf(candidates: readonly Point[], good: ParzenEstimate, bad: ParzenEstimate): Point | null {
    let [best, highest]: [Point | null, number] = [null, -Infinity]
    for (const point of candidates) {
      const gain = good.logProbability(point) - bad.logProbability(point)
      if (gain > highest) [best, highest] = [point, gain]
    }
    return best
  }
}
