import { createRandom } from '@tradeloom/domain'

import { type Interval, intervalOf, tailShare } from '../bootstrap/block-draws.ts'

const DRAWS = 2_000
const MAX_STEPS = 1_000
const MAX_DRAWN = 600_000
const SEED = 20_170_401

/** Largest falls of the closed balance from its peak: in money and as a fraction of the peak. */
export interface ClosedFalls {
  readonly money: { readonly value: number; readonly interval: Interval }
  readonly fraction: { readonly value: number; readonly interval: Interval }
}

/**
 * Follows the balance event by event; `profits` are the sums of simultaneous closings. The intervals resample these
 * events; above 1,000, neighboring events are drawn as one step, and falls hidden inside steps are restored
 * proportionally.
 */
export function closedFalls(profits: Float64Array, initialBalance: number, intervals: boolean): ClosedFalls {
  const own = fallsOf(profits, initialBalance)
  const steps = stepsOf(profits)
  const n = steps.length
  const rough = fallsOf(steps, initialBalance)
  if (n < 2 || !intervals || rough.money === 0)
    return { money: { value: own.money, interval: null }, fraction: { value: own.fraction, interval: null } }
  const random = createRandom(SEED)
  const draws = Math.min(DRAWS, Math.floor(MAX_DRAWN / n))
  const path = new Float64Array(n)
  const drawn = Array.from({ length: draws }, () => {
    for (let at = 0; at < n; at++) path[at] = steps[Math.floor(random() * n)] as number
    return fallsOf(path, initialBalance)
  })
  const interval = (of: 'money' | 'fraction') =>
    intervalOf(draws, tailShare(n, 1), (draw) => ((drawn[draw] as Falls)[of] * own[of]) / rough[of])
  return {
    money: { value: own.money, interval: interval('money') },
    fraction: { value: own.fraction, interval: interval('fraction') },
  }
}

interface Falls {
  readonly money: number
  readonly fraction: number
}

function stepsOf(profits: Float64Array): Float64Array {
  const length = Math.ceil(profits.length / MAX_STEPS)
  if (length <= 1) return profits
  const steps = new Float64Array(Math.ceil(profits.length / length))
  for (let at = 0; at < profits.length; at++) {
    const step = Math.floor(at / length)
    steps[step] = (steps[step] as number) + (profits[at] as number)
  }
  return steps
}

function fallsOf(profits: ArrayLike<number>, start: number): Falls {
  let [balance, peak, money, fraction] = [start, start, 0, 0]
  for (let at = 0; at < profits.length; at++) {
    balance += profits[at] as number
    if (balance > peak) peak = balance
    const fall = peak - balance
    if (fall > money) money = fall
    if (fall > fraction * peak) fraction = fall / peak
  }
  return { money, fraction }
}
