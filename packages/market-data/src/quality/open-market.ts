import type { Instrument } from '@tradeloom/domain'

const HOUR = 3_600_000
const WEEK = 7 * 24 * HOUR
/** 1970-01-02 was a Friday. */
const FIRST_FRIDAY = 24 * HOUR

/**
 * The forex weekend in UTC. Trading stops on Friday at 17:00 New York and starts again on Sunday at 17:00: 21:00
 * in summer and 22:00 in winter. For judging gaps the union of both is taken, so that a feed which ends or starts
 * an hour apart from New York's clock shows no false gap.
 */
const WEEKEND_START = 21 * HOUR
const WEEKEND_LENGTH = 49 * HOUR

/** How many of the times `start, start + step, …` below `end` fall into market hours. */
export function countOpenSlots(start: number, end: number, step: number, calendar: Instrument['calendar']): number {
  if (end <= start) return 0
  const all = slots(start, end, step)
  if (calendar === 'always') return all
  let closed = 0
  const origin = FIRST_FRIDAY + WEEKEND_START
  let weekend = origin + Math.floor((start - origin) / WEEK) * WEEK
  for (; weekend < end; weekend += WEEK) {
    const from = Math.max(start, weekend)
    const to = Math.min(end, weekend + WEEKEND_LENGTH)
    if (to <= from) continue
    const first = start + Math.ceil((from - start) / step) * step
    closed += slots(first, to, step)
  }
  return all - closed
}

function slots(start: number, end: number, step: number): number {
  return end <= start ? 0 : Math.ceil((end - start) / step)
}
