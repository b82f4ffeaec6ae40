import { dayOfWeek } from '@tradeloom/domain'

import { type Action, isEntry } from './action.ts'

/** How often entries of runs over unrelated markets fall on the same times. */
export interface Coincidence {
  /** The share of time slots that two runs have in common: 0 to 1. */
  readonly share: number
  /** The same share with one run shifted by whole weeks, or by days when short; null when there is too little data. */
  readonly control: number | null
  /** Number of pairs that the control rests on. */
  readonly pairs: number
  /** Starts of the days on which most runs share a time slot, UTC milliseconds. */
  readonly days: readonly number[]
  /** Groups of such days separated by trading days. */
  readonly clusters: number
}

const DAY = 86_400_000
const WEEK = 7 * DAY
const WEEKS = [-2 * WEEK, -WEEK, WEEK, 2 * WEEK]
/** For runs shorter than two weeks. */
const DAYS = [-2 * DAY, -DAY, DAY, 2 * DAY]
/** As a share of the time that the runs cover. */
const MAX_LAG = 0.72
/** A share over fewer pairs is meaningless. */
const MIN_PAIRS = 8

type Slots = ReadonlySet<number>

/**
 * Price rules hit the same times on unrelated markets only by chance, and weekday or hour rules hit them as often a week
 * later. What hits them now but not a week later is a list of dates. Slots are `grain` milliseconds wide and have a side.
 */
export function coincidence(runs: readonly (readonly Action[])[], grain: number): Coincidence {
  const slots = runs.map((actions) => slotsOf(actions, grain))
  const all = slots.flatMap((set) => [...set])
  const first = Math.min(...all)
  const last = Math.max(...all)
  const now = shareOf(slots, 0, grain, first, last)
  const later = lagsFor(((last - first) / 2) * grain).map((lag) => shareOf(slots, lag, grain, first, last))
  const pairs = later.reduce((sum, one) => sum + one.pairs, 0)
  const met = later.reduce((sum, one) => sum + one.met, 0)
  const days = commonDays(slots, grain)
  return {
    share: now.pairs === 0 ? 0 : now.met / now.pairs,
    control: pairs < MIN_PAIRS ? null : met / pairs,
    pairs,
    days,
    clusters: clustersOf(days),
  }
}

/** Lags short enough for the runs to overlap well. */
function lagsFor(span: number): number[] {
  const fitting = [WEEKS, DAYS].map((lags) => lags.filter((lag) => Math.abs(lag) <= span * MAX_LAG))
  return fitting.find((lags) => lags.length > 0) ?? []
}

/** Time slots with a side, as numbers: even ones buy. */
function slotsOf(actions: readonly Action[], grain: number): Slots {
  return new Set(
    actions.filter(isEntry).map(({ time, kind }) => Math.floor(time / grain) * 2 + (kind === 'buy' ? 0 : 1)),
  )
}

function shareOf(runs: readonly Slots[], lag: number, grain: number, first: number, last: number) {
  const shift = (lag / grain) * 2
  // Slots that only one of the two can have are ignored.
  const from = Math.max(first, first + shift)
  const to = Math.min(last, last + shift)
  let met = 0
  let pairs = 0
  for (const [i, one] of runs.entries()) {
    for (const other of runs.slice(i + 1)) {
      const own = [...one].filter((slot) => slot >= from && slot <= to)
      const moved = [...other].map((slot) => slot + shift).filter((slot) => slot >= from && slot <= to)
      const set = new Set(moved)
      met += own.filter((slot) => set.has(slot)).length
      pairs += Math.min(own.length, moved.length)
    }
  }
  return { met, pairs }
}

function commonDays(runs: readonly Slots[], grain: number): number[] {
  const counts = new Map<number, number>()
  for (const run of runs) for (const slot of run) counts.set(slot, (counts.get(slot) ?? 0) + 1)
  const needed = Math.max(2, Math.ceil(runs.length * 0.6))
  const common = [...counts].filter(([, count]) => count >= needed)
  const days = common.map(([slot]) => Math.floor((Math.floor(slot / 2) * grain) / DAY) * DAY)
  return [...new Set(days)].toSorted((a, b) => a - b)
}

function clustersOf(days: readonly number[]): number {
  let clusters = 0
  for (const [i, day] of days.entries()) {
    const before = days[i - 1]
    if (before === undefined || hasTradingDayBetween(before, day)) clusters += 1
  }
  return clusters
}

/** A weekend does not separate two groups. */
function hasTradingDayBetween(from: number, to: number): boolean {
  for (let day = from + DAY; day < to; day += DAY) {
    const weekday = dayOfWeek(day)
    if (weekday !== 0 && weekday !== 6) return true
  }
  return false
}
