import { createRandom } from '@tradeloom/domain'

import type { ClosedPosition } from '../position.ts'
import { once } from './once.ts'
import { type Interval, Resample, sumInterval, type SumStatistic } from './resample.ts'

/** What a position contributes to a sum; null counts as nothing. */
export type Feature = (position: ClosedPosition) => number | null

/** More positions than this are drawn in groups put together by chance, which keeps the spread of every sum. */
const MOST_GROUPS = 500
const SEED = 20_140_917

/** Closed positions drawn again one by one. */
export class PositionDraws {
  /** False: no intervals are wanted. */
  readonly enabled: boolean
  readonly #positions: readonly ClosedPosition[]
  readonly #groups: () => Uint32Array
  readonly #count: number
  readonly #resample: () => Resample | null
  readonly #columns = new Map<Feature, Float64Array>()

  constructor(positions: readonly ClosedPosition[], enabled: boolean) {
    const n = positions.length
    this.enabled = enabled
    this.#positions = positions
    this.#count = Math.min(n, MOST_GROUPS)
    this.#groups = once(() => (n <= MOST_GROUPS ? Uint32Array.from(positions.keys()) : shuffledGroups(n)))
    this.#resample = once(() => (n < 2 || !enabled ? null : new Resample(this.#count, 1)))
  }

  /** 95 % interval of a statistic of sums of features. A feature is summed up once: pass the same function again. */
  interval(features: readonly Feature[], statistic: SumStatistic): Interval {
    const draws = this.#resample()
    if (!draws) return null
    return sumInterval(
      draws,
      features.map((feature) => this.#column(feature)),
      statistic,
    )
  }

  #column(feature: Feature): Float64Array {
    let column = this.#columns.get(feature)
    if (!column) {
      column = new Float64Array(this.#count)
      const groups = this.#groups()
      for (let at = 0; at < groups.length; at++) {
        const group = groups[at] as number
        column[group] = (column[group] as number) + (feature(this.#positions[at] as ClosedPosition) ?? 0)
      }
      this.#columns.set(feature, column)
    }
    return column
  }
}

/** The group of each position: equal sizes (but for one), members by chance. */
function shuffledGroups(n: number): Uint32Array {
  const groups = Uint32Array.from({ length: n }, (_, at) => at % MOST_GROUPS)
  const random = createRandom(SEED)
  for (let at = n - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1))
    const group = groups[at] as number
    groups[at] = groups[other] as number
    groups[other] = group
  }
  return groups
}
