import type { AnyInput } from '../metric-input.ts'
import { dailyGrid } from '../stats/daily-grid.ts'

/** The initial balance, had it been invested at the first price and held. */
export interface HoldingCurve {
  readonly time: number[]
  readonly value: number[]
  /** Fractions. */
  readonly return: number
  readonly maxDrawdown: number
  /** Days of the grid without a price. */
  readonly missingDays: number
}

interface Prices {
  /** Price at the start of the run. */
  readonly first: number
  /** Prices at the ends of days; `time` is the midnight that ends the day. */
  readonly time: ArrayLike<number>
  readonly price: ArrayLike<number>
}

type RunInput = Pick<AnyInput, 'calendar' | 'start' | 'end' | 'days' | 'initialBalance'>

/** Without costs, sampled at the ends of days. Null without prices, and if one of them is not positive. */
export function holdingCurve(run: RunInput, { first, time, price }: Prices): HoldingCurve | null {
  if (!(first > 0) || price.length === 0) return null
  const known = new Set<number>()
  const curve = { time: [run.start], value: [run.initialBalance] }
  let [peak, depth] = [run.initialBalance, 0]
  for (let i = 0; i < price.length; i++) {
    if (!((price[i] as number) > 0)) return null
    const value = (run.initialBalance * (price[i] as number)) / first
    known.add(time[i] as number)
    curve.time.push(Math.min(time[i] as number, run.end))
    curve.value.push(value)
    peak = Math.max(peak, value)
    depth = Math.max(depth, (peak - value) / peak)
  }
  const last = price[price.length - 1] as number
  const missingDays = dailyGrid(run).time.filter((end) => !known.has(end)).length
  return { ...curve, return: last / first - 1, maxDrawdown: depth, missingDays }
}
