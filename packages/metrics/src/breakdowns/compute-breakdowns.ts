import { isoTime, monthOf, startOfMonth } from '@tradeloom/domain'

import { type ClosedColumns, closedColumns } from '../closed-columns.ts'
import type { AnyInput } from '../metric-input.ts'
import { drawdownsOf } from '../stats/drawdowns.ts'
import { dayEnds, returnsOf } from '../stats/return-grid.ts'
import { total } from '../stats/statistics.ts'
import { stepReader } from '../stats/step-reader.ts'
import type { Breakdowns, CostsOfRun, DrawdownOfRun, MonthOfRun } from './breakdowns.ts'
import { byDirection, byDuration, byHour, byInstrument, byWeekday } from './position-groups.ts'

const DAY = 86_400_000
const MAX_DRAWDOWNS = 20

/** The breakdowns of a run. Without closed positions, those of positions are empty. */
export function computeBreakdowns(input: AnyInput): Breakdowns {
  const closed = closedColumns(input.closed)
  return {
    daily: dailyReturns(input),
    monthly: monthlyReturns(input),
    byHour: byHour(closed),
    byWeekday: byWeekday(closed),
    byDuration: byDuration(closed),
    byInstrument: byInstrument(closed),
    byDirection: byDirection(closed),
    drawdowns: deepest(input),
    costs: costsOf(closed),
  }
}

function dailyReturns(input: AnyInput): Breakdowns['daily'] {
  const ends = dayEnds(input)
  const equity = ends.map(stepReader(input.days.time, input.days.equity, input.initialBalance))
  const returns = returnsOf([input.initialBalance, ...equity])
  return ends.map((end, at) => ({ time: end - DAY, return: returns[at] as number }))
}

/** Every calendar month that the run touches, including partial ones. */
function monthlyReturns({ start, end, days, initialBalance, equity }: AnyInput): MonthOfRun[] {
  const read = stepReader(days.time, days.equity, initialBalance)
  const months: MonthOfRun[] = []
  let before = read(start)
  for (let month = monthOf(start); startOfMonth(month) < end; month++) {
    const [from, to] = [startOfMonth(month), startOfMonth(month + 1)]
    const after = to >= end ? equity : read(to)
    months.push({
      month: isoTime(from).slice(0, 7),
      return: before > 0 ? after / before - 1 : 0,
      profit: after - before,
      whole: from >= start && to <= end,
    })
    before = after
  }
  return months
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
