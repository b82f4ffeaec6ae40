import { type ClosedColumns, closedColumns } from '../closed-columns.ts'
import type { AnyInput } from '../metric-input.ts'
import { drawdownsOf } from '../stats/drawdowns.ts'
import { total } from '../stats/statistics.ts'
import type { Breakdowns, CostsOfRun, DrawdownOfRun, PositionGroup } from './breakdowns.ts'
import { dailyReturns, monthlyReturns } from './periodic-returns.ts'
import {
  byDirection,
  byDuration,
  byHour,
  byInstrument,
  byTag,
  byWeekday,
  type GroupOfPositions,
} from './position-groups.ts'

const DAY = 86_400_000
const MAX_DRAWDOWNS = 20

/** The breakdowns of a run. Without closed positions, those of positions are empty. */
export function computeBreakdowns(input: AnyInput): Breakdowns {
  const closed = closedColumns(input.closed)
  const tagged = byTag(closed)
  return {
    daily: dailyReturns(input),
    monthly: monthlyReturns(input),
    byHour: byHour(closed).map(withoutPips),
    byWeekday: byWeekday(closed).map(withoutPips),
    byDuration: byDuration(closed).map(withoutPips),
    byInstrument: byInstrument(closed).map(withoutPips),
    byDirection: byDirection(closed).map(withoutPips),
    ...(tagged === null ? {} : { byTag: tagged.map(withoutPips) }),
    drawdowns: deepest(input),
    costs: costsOf(closed),
  }
}

/** Stored breakdowns have none. */
function withoutPips({ key, n, profit, winRate, averageProfit }: GroupOfPositions): PositionGroup {
  return { key, n, profit, winRate, averageProfit }
}

function deepest(input: AnyInput): DrawdownOfRun[] {
  return drawdownsOf(input)
    .toSorted((a, b) => b.depth - a.depth || a.start - b.start)
    .slice(0, MAX_DRAWDOWNS)
    .map((drawdown) => ({
      ...drawdown,
      days: ((drawdown.end ?? input.end) - drawdown.start) / DAY,
      recoveryDays: drawdown.end === null ? null : (drawdown.end - drawdown.trough) / DAY,
    }))
}

function costsOf(closed: ClosedColumns): CostsOfRun {
  const spread = sumOf(closed.spreadCost)
  const slippage = sumOf(closed.slippageCost)
  const commission = sumOf(closed.commission)
  const swap = sumOf(closed.swapCost)
  const funding = sumOf(closed.fundingCost)
  const net = total(closed.profit)
  const paid = [spread, slippage, commission, swap, funding].reduce<number>((sum, cost) => sum + (cost ?? 0), 0)
  return { spread, slippage, commission, swap, funding, gross: net + paid, net }
}

/** Null if any cost is unknown. */
function sumOf(costs: Float64Array): number | null {
  const sum = total(costs)
  return sum === sum ? sum : null
}
