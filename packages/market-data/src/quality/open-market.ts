import { type Closure, type Instrument, isMarketOpen, nextChange } from '@tradeloom/domain'

const DAY = 86_400_000
const NONE: readonly Closure[] = []

/** A span during which a market is open, `from <= time < to`, UTC milliseconds. */
export interface OpenSpan {
  readonly from: number
  readonly to: number
}

/** The open hours between two times, in order. `closures` as returned by `joinClosures`. */
export function openSpans(
  from: number,
  to: number,
  calendar: Instrument['calendar'],
  closures: readonly Closure[] = NONE,
): OpenSpan[] {
  const spans: OpenSpan[] = []
  for (let at = from; at < to;) {
    const change = Math.min(to, nextChange(calendar, at, closures))
    if (isMarketOpen(calendar, at, closures)) spans.push({ from: at, to: change })
    at = change
  }
  return spans
}

/** How many of the times `start, start + step, …` below `end` are in market hours. */
export function countOpenSlots(
  start: number,
  end: number,
  step: number,
  calendar: Instrument['calendar'],
  closures: readonly Closure[] = NONE,
): number {
  let count = 0
  for (const { slots } of openRuns(start, end, step, openSpans(start, end, calendar, closures))) count += slots
  return count
}

/** Grid times in one span of open hours: the first one, and how many. */
export interface SlotRun {
  readonly first: number
  readonly slots: number
}

/** The times `start, start + step, …` below `end` that are open, one entry per span of open hours. */
export function openRuns(start: number, end: number, step: number, open: readonly OpenSpan[]): SlotRun[] {
  const runs: SlotRun[] = []
  for (const span of open) {
    const first = start + Math.max(0, Math.ceil((span.from - start) / step)) * step
    const slots = Math.ceil((Math.min(end, span.to) - first) / step)
    if (slots > 0) runs.push({ first, slots })
  }
  return runs
}

/** A run split by the UTC days of its times. */
export function runDays({ first, slots }: SlotRun, step: number): { day: number; slots: number }[] {
  const days: { day: number; slots: number }[] = []
  for (let taken = 0; taken < slots;) {
    const at = first + taken * step
    const day = Math.floor(at / DAY) * DAY
    const here = Math.min(slots - taken, Math.ceil((day + DAY - at) / step))
    days.push({ day, slots: here })
    taken += here
  }
  return days
}
