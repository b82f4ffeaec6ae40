import { type ClosedColumns, closedColumns } from '../closed-columns.ts'
import type { AnyInput, ColumnInput } from '../metric-input.ts'
import { type ClosedFalls, closedFalls } from './closed-balance.ts'
import { once } from './once.ts'
import { PositionDraws } from '../bootstrap/position-draws.ts'
import { dailyGrid } from './daily-grid.ts'
import { daysPerYear } from './days-per-year.ts'
import { monthBounds } from './month-bounds.ts'
import { ReturnSeries } from './return-series.ts'
import { returnsOf } from './returns-of.ts'
import { stepReader } from './step-reader.ts'
import { tradingClock } from './trading-clock.ts'

const DAY = 86_400_000
const MONTHS_PER_YEAR = 12

/** The input, with values that several metrics need. */
export interface Sample extends ColumnInput {
  /** Equity at the ends of all days of the grid. */
  readonly dailyEquity: readonly number[]
  /** Returns of all days of the grid; 0 for idle days. */
  readonly byDay: ReturnSeries
  /** Returns of whole calendar months. */
  readonly byMonth: ReturnSeries
  /** Returns of the instrument on the days of the grid; null if its prices are unknown. */
  readonly holding: readonly number[] | null
  /** Profits of the closed positions, by closing time. */
  readonly profits: Float64Array
  readonly draws: PositionDraws
  readonly closedFalls: () => ClosedFalls
  /** Length of the run in days. */
  readonly length: number
  /** Milliseconds during which the market was open, from the start to a given time. */
  readonly tradingTime: () => (time: number) => number
}

/** Returns by day and month, and other values derived from the input. With `intervals` false, nothing is resampled. */
export function sample(input: AnyInput, intervals: boolean): Sample {
  const { initialBalance, days, calendar, closures, start, end } = input
  const grid = dailyGrid(input)
  const monthly = monthBounds(input).map(stepReader(days.time, days.equity, initialBalance))
  const closed = closedColumns(input.closed)
  // Nothing can grow after a total loss: the days of a ruined account have no path to resample.
  const draws = intervals && !input.ruined
  return {
    ...input,
    closed,
    dailyEquity: grid.equity,
    byDay: new ReturnSeries(grid.returns, daysPerYear(calendar), draws ? 20 : 0),
    byMonth: new ReturnSeries(returnsOf(monthly), MONTHS_PER_YEAR, draws ? 1 : 0),
    holding: holdingReturns(input, grid.time),
    // Columns may be sorted on first use, and few metrics need this one.
    get profits() {
      return closed.profit
    },
    closedFalls: once(() => closedFalls(profitsByMoment(closed), initialBalance, intervals)),
    draws: new PositionDraws(closed, intervals),
    length: (end - start) / DAY,
    tradingTime: once(() => tradingClock(calendar, start, end, closures)),
  }
}

/** The sums of simultaneous closings, whose order is unknown. */
function profitsByMoment({ length, closeTime, profit }: ClosedColumns): Float64Array {
  const profits = new Float64Array(length)
  let count = 0
  for (let at = 0; at < length; at++) {
    if (at > 0 && closeTime[at] === closeTime[at - 1])
      profits[count - 1] = (profits[count - 1] as number) + (profit[at] as number)
    else profits[count++] = profit[at] as number
  }
  return profits.subarray(0, count)
}

type BenchmarkInput = Pick<AnyInput, 'benchmark' | 'benchmarkStart'>

/** Returns of buying the instrument at the start and holding it; undefined if its price is not positive. */
function holdingReturns({ benchmark, benchmarkStart }: BenchmarkInput, ends: readonly number[]): number[] | null {
  if (!benchmark || benchmarkStart === null || ![benchmarkStart, ...benchmark.price].every((price) => price > 0))
    return null
  return returnsOf([benchmarkStart, ...ends.map(stepReader(benchmark.time, benchmark.price, benchmarkStart))])
}
