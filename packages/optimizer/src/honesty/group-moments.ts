import { createRandom } from '@tradeloom/domain'
import type { GroupMoments } from '@tradeloom/metrics'

/** Trials are alike from these correlations of daily returns on. */
const ALIKE = [0.99, 0.95, 0.9] as const
/** Products of two returns for each of them: about a second. */
const MAX_PRODUCTS = 1.5e9

interface Grouped {
  /** Mean by deviation of its returns, standardized. */
  readonly value: number
  readonly returns: ArrayLike<number>
}

interface Group {
  /** Returns of its first trial, whose scalar products with others are correlations. */
  readonly leader: Float64Array
  sum: number
  count: number
}

/**
 * Moments of the means of groups of alike trials, for each correlation from which they are alike. Each trial joins the
 * first group whose leader it is like; the order is drawn, so that trials for which the work is too much are any of them.
 * All have returns of as many days.
 */
export function groupMoments(trials: readonly Grouped[], seed: number): GroupMoments[] {
  const order = shuffled(trials, seed)
  return ALIKE.map((alike) => momentsOf(groupsOf(order, alike)))
}

function groupsOf(trials: readonly Grouped[], alike: number): Group[] {
  const groups: Group[] = []
  let products = 0
  for (const { value, returns } of trials) {
    if (products > MAX_PRODUCTS) break
    const leader = standardized(returns)
    const at = groups.findIndex((group) => correlation(group.leader, leader) >= alike)
    products += leader.length * (at === -1 ? groups.length : at + 1)
    const group = groups[at]
    if (group === undefined) groups.push({ leader, sum: value, count: 1 })
    else {
      group.sum += value
      group.count += 1
      // A large group is asked first.
      const before = groups[at - 1]
      if (before !== undefined && before.count < group.count) [groups[at - 1], groups[at]] = [group, before]
    }
  }
  return groups
}

function momentsOf(groups: readonly Group[]): GroupMoments {
  const means = groups.map(({ sum, count }) => sum / count)
  const mean = means.reduce((total, value) => total + value, 0) / Math.max(1, means.length)
  return { rated: means.length, mean, squares: means.reduce((total, value) => total + (value - mean) ** 2, 0) }
}

/** With mean 0 and length 1. */
function standardized(returns: ArrayLike<number>): Float64Array {
  const values = Float64Array.from(returns)
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const length = Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0))
  return values.map((value) => (length === 0 ? 0 : (value - mean) / length))
}

function correlation(one: Float64Array, other: Float64Array): number {
  let sum = 0
  for (let day = 0; day < one.length; day++) sum += (one[day] as number) * (other[day] as number)
  return sum
}

/** Fisher and Yates. */
function shuffled<Item>(items: readonly Item[], seed: number): Item[] {
  const random = createRandom(seed)
  const order = [...items]
  for (let last = order.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1))
    ;[order[last], order[other]] = [order[other] as Item, order[last] as Item]
  }
  return order
}
