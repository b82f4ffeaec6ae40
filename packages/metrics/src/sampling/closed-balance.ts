import { createRandom } from '@tradeloom/domain'

import { type Interval, intervalOf } from './resample.ts'
import type { Sample } from './sample.ts'

const DRAWS = 2_000
/** Positions drawn in all: enough for 200 draws of 10,000, which is the least; longer lists get no interval. */
const MOST_POSITIONS = 2_000_000
const LEAST_DRAWS = 200
const SEED = 20_170_401

/** Largest fall of the balance below its peak, position after position, with the interval of positions drawn again. */
export function closedFalls(
  sample: Sample,
  of: 'fraction' | 'money',
): { readonly value: number; readonly interval: Interval } {
  const { profits, initialBalance, draws: positionDraws } = sample
  const n = profits.length
  let next = 0
  const value = largestFall(n, initialBalance, of, () => profits[next++] as number)
  const draws = Math.min(DRAWS, Math.floor(MOST_POSITIONS / n))
  if (n < 2 || draws < LEAST_DRAWS || !positionDraws.enabled) return { value, interval: null }
  const values = Float64Array.from(profits)
  const random = createRandom(SEED)
  const drawn = () => values[Math.floor(random() * n)] as number
  return { value, interval: intervalOf(draws, () => largestFall(n, initialBalance, of, drawn)) }
}

function largestFall(n: number, start: number, of: 'fraction' | 'money', profit: () => number): number {
  let [balance, peak, largest] = [start, start, 0]
  for (let at = 0; at < n; at++) {
    balance += profit()
    if (balance > peak) peak = balance
    const fall = of === 'money' ? peak - balance : (peak - balance) / peak
    if (fall > largest) largest = fall
  }
  return largest
}
