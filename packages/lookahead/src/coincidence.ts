import { dayOfWeek } from '@tradeloom/domain'

import { type Action, isEntry } from './action.ts'

/** How far entries of runs over unlike markets fall on the same moments. */
export interface Coincidence {
  /** Of the moments of two runs, the share that both have: 0 to 1. */
  readonly share: number
  /** The same share with one of the runs moved by whole weeks, short ones by days; null when there is too little. */
  readonly control: number | null
  /** Pairs of moments that the control was counted over. */
  readonly pairs: number
  /** Starts of the days on which most of the runs have the same moments, UTC milliseconds. */
  readonly days: readonly number[]
  /** Groups of such days with trading days between them. */
  readonly clusters: number
}

const DAY = 86_400_000
const WEEK = 7 * DAY
const WEEKS = [-2 * WEEK, -WEEK, WEEK, 2 * WEEK]
/** For what does not last two weeks. */
const DAYS = [-2 * DAY, -DAY, DAY, 2 * DAY]
/** As a share of what runs cover. */
const LONGEST_LAG = 0.72
/** A share of fewer pairs of moments says nothing. */
const LEAST_PAIRS = 8

type Moments = ReadonlySet<number>

/**
 * Rules of prices meet the same moments on unlike markets by chance, rules of weekdays and hours meet them as often a
 * week later; what meets them now and not a week later is a list. Moments are `grain` milliseconds wide and have a side.
 */
export function coincidence(runs: readonly (readonly Action[])[], grain: number): Coincidence {
  const moments = runs.map((actions) => momentsOf(actions, grain))
  const all = moments.flatMap((set) => [...set])
  const first = Math.min(...all)
  const last = Math.max(...all)
  const now = shareOf(moments, 0, grain, first, last)
  const later = lagsFor(((last - first) / 2) * grain).map((lag) => shareOf(moments, lag, grain, first, last))
  const pairs = later.reduce((sum, one) => sum + one.pairs, 0)
  const met = later.reduce((sum, one) => sum + one.met, 0)
  const days = commonDays(moments, grain)
  return {
    share: now.pairs === 0 ? 0 : now.met / now.pairs,
    control: pairs < LEAST_PAIRS ? null : met / pairs,
    pairs,
    days,
    clusters: clustersOf(days),
  }
}

/** Of runs that are hardly longer than a lag only the edges would be compared. */
function lagsFor(span: number): number[] {
  const fitting = [WEEKS, DAYS].map((lags) => lags.filter((lag) => Math.abs(lag) <= span * LONGEST_LAG))
  return fitting.find((lags) => lags.length > 0) ?? []
}

/** Time slots with a side, as numbers: even ones buy. */
function momentsOf(actions: readonly Action[], grain: number): Moments {
  return new Set(
    actions.filter(isEntry).map(({ time, kind }) => Math.floor(time / grain) * 2 + (kind === 'buy' ? 0 : 1)),
  )
}

function shareOf(runs: readonly Moments[], lag: number, grain: number, first: number, last: number) {
  const shift = (lag / grain) * 2
  // Where only one of the two can have moments, they cannot meet.
  const from = Math.max(first, first + shift)
  const to = Math.min(last, last + shift)
  let met = 0
  let pairs = 0
  for (const [at, one] of runs.entries()) {
    for (const other of runs.slice(at + 1)) {
      const own = [...one].filter((moment) => moment >= from && moment <= to)
      const moved = [...other].map((moment) => moment + shift).filter((moment) => moment >= from && moment <= to)
      const set = new Set(moved)
      met += own.filter((moment) => set.has(moment)).length
      pairs += Math.min(own.length, moved.length)
    }
  }
  return { met, pairs }
}

function commonDays(runs: readonly Moments[], grain: number): number[] {
  const counts = new Map<number, number>()
  for (const run of runs) for (const moment of run) counts.set(moment, (counts.get(moment) ?? 0) + 1)
  const needed = Math.max(2, Math.ceil(runs.length * 0.6))
  const common = [...counts].filter(([, count]) => count >= needed)
  const days = common.map(([moment]) => Math.floor((Math.floor(moment / 2) * grain) / DAY) * DAY)
  return [...new Set(days)].toSorted((a, b) => a - b)
}

function clustersOf(days: readonly number[]): number {
  let clusters = 0
  for (const [at, day] of days.entries()) {
    const before = days[at - 1]
    if (before === undefined || hasTradingDayBetween(before, day)) clusters += 1
  }
  return clusters
}

/** Saturdays and Sundays do not part what belongs together. */
function hasTradingDayBetween(from: number, to: number): boolean {
  for (let day = from + DAY; day < to; day += DAY) {
    const weekday = dayOfWeek(day)
    if (weekday !== 0 && weekday !== 6) return true
  }
  return false
}
