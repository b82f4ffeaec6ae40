import { dayOfWeek, monthOf, startOfMonth } from '@tradeloom/domain'

import { dailyReturns, monthlyReturns } from '../breakdowns/periodic-returns.ts'
import {
  byDirection,
  byDuration,
  byHour,
  byInstrument,
  byTag,
  byWeekday,
  type GroupOfPositions,
} from '../breakdowns/position-groups.ts'
import { type ClosedColumns, closedColumns } from '../closed-columns.ts'
import type { AnyInput } from '../metric-input.ts'
import { extremesOf } from './extremes-of.ts'

const DAY = 86_400_000
const WEEK = 7 * DAY
/** The first Sunday after 1970-01-01, a Thursday. */
const FIRST_SUNDAY = 3 * DAY
/** Points of a line; more are not visible. */
const MAX_POINTS = 2_000

/** Realized profit and pips of equal periods; `time` is the start of each. */
export interface RealizedPeriods {
  readonly time: number[]
  readonly profit: number[]
  readonly pips: number[]
}

/** A run as series over time and by groups of positions. Times are UTC milliseconds, returns are fractions. */
export interface RunAnalysis {
  /** After closed positions; of many, those that keep every extreme of the profit. */
  readonly balance: {
    readonly time: number[]
    readonly balance: number[]
    readonly cumulativeProfit: number[]
    readonly cumulativePips: number[]
  }
  readonly daily: RealizedPeriods
  readonly weekly: RealizedPeriods
  readonly monthly: RealizedPeriods
  readonly equity: { readonly time: number[]; readonly equity: number[] } | null
  readonly dailyReturn: { readonly time: number[]; readonly return: number[] } | null
  readonly monthlyReturn: { readonly time: number[]; readonly return: number[]; readonly whole: boolean[] } | null
  readonly byHour: GroupOfPositions[]
  readonly byWeekday: GroupOfPositions[]
  readonly byDuration: GroupOfPositions[]
  readonly byInstrument: GroupOfPositions[]
  readonly byDirection: GroupOfPositions[]
  /** Null if the script used no tags. */
  readonly byTag: GroupOfPositions[] | null
}

/** Sums of periods equal those of the closed positions: each of them is in exactly one day, week and month. */
export function computeAnalysis(input: AnyInput): RunAnalysis {
  const closed = closedColumns(input.closed)
  const hasCurve = input.curve.time.length > 0
  const days = hasCurve ? dailyReturns(input) : []
  const months = hasCurve ? monthlyReturns(input) : []
  return {
    balance: afterPositions(closed, input.initialBalance),
    daily: realizedBy(closed, dayStarts(input, closed), (time) => tradingDay(time, input.calendar)),
    weekly: realizedBy(closed, weekStarts(input, closed), (time) => weekOf(tradingDay(time, input.calendar))),
    monthly: realizedBy(closed, monthStarts(input, closed), (time) => startOfMonth(monthOf(time))),
    equity: hasCurve ? { time: Array.from(input.curve.time), equity: Array.from(input.curve.equity) } : null,
    dailyReturn: hasCurve ? { time: days.map(({ time }) => time), return: days.map((day) => day.return) } : null,
    monthlyReturn: hasCurve
      ? {
          time: months.map(({ month }) => Date.parse(`${month}-01`)),
          return: months.map((month) => month.return),
          whole: months.map(({ whole }) => whole),
        }
      : null,
    byHour: byHour(closed),
    byWeekday: byWeekday(closed),
    byDuration: byDuration(closed),
    byInstrument: byInstrument(closed),
    byDirection: byDirection(closed),
    byTag: byTag(closed),
  }
}

function afterPositions(closed: ClosedColumns, initialBalance: number): RunAnalysis['balance'] {
  const profits = new Float64Array(closed.length)
  const pips = new Float64Array(closed.length)
  let [profit, pip] = [0, 0]
  for (let i = 0; i < closed.length; i++) {
    profits[i] = profit += closed.profit[i] as number
    pips[i] = pip += pipsAt(closed, i)
  }
  const rows = extremesOf(profits, MAX_POINTS)
  return {
    time: rows.map((row) => closed.closeTime[row] as number),
    balance: rows.map((row) => initialBalance + (profits[row] as number)),
    cumulativeProfit: rows.map((row) => profits[row] as number),
    cumulativePips: rows.map((row) => pips[row] as number),
  }
}

/** Positions of imported trades may have no pips; they add nothing. */
function pipsAt({ pips }: ClosedColumns, row: number): number {
  const value = pips[row] as number
  return Number.isNaN(value) ? 0 : value
}

function realizedBy(closed: ClosedColumns, starts: number[], startOf: (time: number) => number): RealizedPeriods {
  const places = new Map(starts.map((start, place) => [start, place]))
  const profit = starts.map(() => 0)
  const pips = starts.map(() => 0)
  for (let i = 0; i < closed.length; i++) {
    const place = places.get(startOf(closed.closeTime[i] as number)) as number
    profit[place] = (profit[place] as number) + (closed.profit[i] as number)
    pips[place] = (pips[place] as number) + pipsAt(closed, i)
  }
  return { time: starts, profit, pips }
}

type Calendar = AnyInput['calendar']

/** The start of the UTC day that a time counts in; weekends of forex count as the following Monday. */
function tradingDay(time: number, calendar: Calendar): number {
  const day = Math.floor(time / DAY) * DAY
  const weekday = dayOfWeek(day)
  if (calendar === 'always' || (weekday !== 0 && weekday !== 6)) return day
  return day + (weekday === 0 ? 1 : 2) * DAY
}

/** The start of its week, which runs from Sunday to Saturday. */
function weekOf(day: number): number {
  return Math.floor((day - FIRST_SUNDAY) / WEEK) * WEEK + FIRST_SUNDAY
}

/** The last time at which something counts: the run's end is exclusive, but positions may be closed at it. */
function lastTime({ end }: AnyInput, { closeTime, length }: ClosedColumns): number {
  return Math.max(end - 1, length === 0 ? -Infinity : (closeTime[length - 1] as number))
}

function dayStarts(input: AnyInput, closed: ClosedColumns): number[] {
  const starts: number[] = []
  const last = tradingDay(lastTime(input, closed), input.calendar)
  for (let day = tradingDay(firstTime(input, closed), input.calendar); day <= last; day += DAY) {
    if (tradingDay(day, input.calendar) === day) starts.push(day)
  }
  return starts
}

function firstTime({ start }: AnyInput, { closeTime, length }: ClosedColumns): number {
  return Math.min(start, length === 0 ? Infinity : (closeTime[0] as number))
}

function weekStarts(input: AnyInput, closed: ClosedColumns): number[] {
  const starts: number[] = []
  const last = weekOf(tradingDay(lastTime(input, closed), input.calendar))
  for (let week = weekOf(tradingDay(firstTime(input, closed), input.calendar)); week <= last; week += WEEK) {
    starts.push(week)
  }
  return starts
}

function monthStarts(input: AnyInput, closed: ClosedColumns): number[] {
  const starts: number[] = []
  const last = monthOf(lastTime(input, closed))
  for (let month = monthOf(firstTime(input, closed)); month <= last; month++) starts.push(startOfMonth(month))
  return starts
}
