import { createRandom } from '@tradeloom/domain'

import type { ClosedColumns } from '../closed-columns.ts'
import { once } from '../stats/once.ts'
import { type Interval, Resample, sumInterval, type SumStatistic } from './block-draws.ts'

/** The contribution of each position to a sum; NaN if unknown. */
export type Feature = (closed: ClosedColumns) => Float64Array

/** Above this number, positions are drawn in random groups, which preserves the variance of every sum. */
const MAX_GROUPS = 200
const SEED = 20_140_917

/** Sums over the closed positions, and resamples of these positions. */
export class PositionDraws {
  readonly #closed: ClosedColumns
  readonly #groups: () => Uint32Array
  readonly #resample: () => Resample | null
  readonly #values = new Map<Feature, Float64Array>()
  readonly #known = new Map<Feature, Float64Array>()
  readonly #grouped = new Map<Float64Array, Float64Array>()

  /** With `enabled` false, nothing is resampled. */
  constructor(closed: ClosedColumns, enabled: boolean) {
    const n = closed.length
    this.#closed = closed
    this.#groups = once(() => shuffledGroups(n))
    this.#resample = once(() => (n < 2 || !enabled ? null : new Resample(Math.min(n, MAX_GROUPS), 1)))
  }

  /** A feature of every position, cached by function: always pass the same function. */
  values(feature: Feature): Float64Array {
    let values = this.#values.get(feature)
    if (!values) this.#values.set(feature, (values = feature(this.#closed)))
    return values
  }

  /** 1 where a feature is known, 0 where it is not. */
  known(feature: Feature): Float64Array {
    let known = this.#known.get(feature)
    if (!known) this.#known.set(feature, (known = this.values(feature).map((value) => (value === value ? 1 : 0))))
    return known
  }

  /** 95% interval of a statistic of sums of columns; unknown values add nothing. */
  interval(columns: readonly (Feature | Float64Array)[], statistic: SumStatistic): Interval {
    const draws = this.#resample()
    if (!draws) return null
    const grouped = columns.map((column) => this.#group(typeof column === 'function' ? this.values(column) : column))
    return sumInterval(draws, grouped, statistic)
  }

  #group(values: Float64Array): Float64Array {
    let sums = this.#grouped.get(values)
    if (!sums) {
      const groups = this.#groups()
      sums = new Float64Array(Math.min(values.length, MAX_GROUPS))
      for (let at = 0; at < values.length; at++) {
        const value = values[at] as number
        const group = groups[at] as number
        if (value === value) sums[group] = (sums[group] as number) + value
      }
      this.#grouped.set(values, sums)
    }
    return sums
  }
}

/** The group of each position: equal sizes (except for one), random members. Few positions form groups of one. */
function shuffledGroups(n: number): Uint32Array {
  const groups = Uint32Array.from({ length: n }, (_, at) => at % MAX_GROUPS)
  if (n <= MAX_GROUPS) return groups
  const random = createRandom(SEED)
  for (let at = n - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1))
    const group = groups[at] as number
    groups[at] = groups[other] as number
    groups[other] = group
  }
  return groups
}
