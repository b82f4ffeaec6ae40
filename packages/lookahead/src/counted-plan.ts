import { dayOfWeek } from '@tradeloom/domain'

import { type Action, isEntry } from './action.ts'

/** A run, and the time from which it counts. */
export interface CountedRun {
  readonly actions: readonly Action[]
  readonly begin: number
}

const DAY = 86_400_000
/** Fewer entries may coincide by chance, or follow any rule. */
const MIN_ENTRIES = 8
/** What prices decide nothing about is the same in all runs. */
const SAME = 0.97
/** Of the times of a week at which it trades, those in other weeks. */
const EACH_WEEK = 0.9
/** A side that repeats after more entries is no rule that so few of them show. */
const MAX_PERIOD = 4

/** Whether all runs enter at the same times since their starts, on the same side, up to `span` milliseconds after it. */
export function areCounted(runs: readonly CountedRun[], grain: number, span: number): boolean {
  const [own, ...others] = runs.map((run) => entriesSince(run, grain, span))
  if (own === undefined || own.size < MIN_ENTRIES) return false
  return others.every((other) => {
    const met = [...own].filter(([slot, kind]) => other.get(slot) === kind).length
    return met >= SAME * Math.max(own.size, other.size)
  })
}

function entriesSince({ actions, begin }: CountedRun, grain: number, span: number): Map<number, string> {
  const found = new Map<number, string>()
  for (const { time, kind } of actions.filter(isEntry)) {
    // An entry at the close of a bar has the time of the next price.
    const slot = Math.floor((time - 1 - begin) / grain)
    if (slot * grain < span) found.set(slot, kind)
  }
  return found
}

/**
 * Whether the times and sides of entries follow from a rule that is simpler than a list of them: a constant number of bars
 * between them, or hours of the week, with sides that alternate or belong to the hours. `times` are those of all prices.
 */
export function followsRule(entries: readonly Action[], times: ArrayLike<number>, grain: number): boolean {
  return (
    (isRhythm(entries, times, grain) && isPeriodic(entries.map(({ kind }) => kind))) || isWeekly(entries, times, grain)
  )
}

/** Entries that are a constant number of bars apart, or alternate between two, follow a rhythm. */
export function isRhythm(entries: readonly Action[], times: ArrayLike<number>, grain: number): boolean {
  const slots = new Map<number, number>()
  for (let row = 0; row < times.length; row++) {
    const slot = Math.floor((times[row] as number) / grain)
    if (!slots.has(slot)) slots.set(slot, slots.size)
  }
  const places = entries.map(({ time }) => slots.get(Math.floor((time - 1) / grain)) ?? NaN)
  return new Set(places.slice(1).map((place, i) => place - (places[i] as number))).size <= 2
}

function isPeriodic(kinds: readonly string[]): boolean {
  return Array.from({ length: MAX_PERIOD }, (_, k) => k + 1).some((period) =>
    kinds.every((kind, i) => kind === kinds[i % period]),
  )
}

/** Each time of the week belongs to one side, and it trades then in every week that has prices. */
function isWeekly(entries: readonly Action[], times: ArrayLike<number>, grain: number): boolean {
  const sides = new Map<number, string>()
  const slots = new Set<number>()
  for (const { time, kind } of entries) {
    const slot = Math.floor((time - 1) / grain)
    const hour = hourOfWeek(slot * grain)
    if ((sides.get(hour) ?? kind) !== kind) return false
    sides.set(hour, kind)
    slots.add(slot)
  }
  const [first, last] = [Math.min(...slots), Math.max(...slots)]
  const possible = new Set<number>()
  for (let row = 0; row < times.length; row++) {
    const slot = Math.floor((times[row] as number) / grain)
    if (slot >= first && slot <= last && sides.has(hourOfWeek(slot * grain))) possible.add(slot)
  }
  // Times that come once only show no rule.
  return possible.size >= 2 * sides.size && slots.size >= EACH_WEEK * possible.size
}

function hourOfWeek(time: number): number {
  return dayOfWeek(time) * DAY + (time % DAY)
}
