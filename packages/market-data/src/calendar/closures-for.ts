import { createHash } from 'node:crypto'

import { type Closure, type Instrument, joinClosures } from '@tradeloom/domain'

import { isDamage } from '../store/damaged-month.ts'
import { foldersOf, type Layers } from '../store/layers.ts'
import { listCalendars, type MarketCalendar, readCalendar } from './calendar-file.ts'

/** A calendar that decided when a market was closed, as it was read. */
export interface UsedCalendar {
  readonly name: string
  /** SHA-256 of its closures. */
  readonly hash: string
  /** True if it belongs to the user whose view this is; otherwise it is shared. */
  readonly isPrivate: boolean
}

export interface KnownClosures {
  /** In order and without overlaps. */
  readonly closures: readonly Closure[]
  /** The calendar of the weekly hours, then that of the instrument, if they exist. */
  readonly calendars: readonly UsedCalendar[]
}

export interface ViewedCalendar extends MarketCalendar {
  /** True if it belongs to the user whose view this is; otherwise it is shared. */
  readonly isPrivate: boolean
}

/** Every calendar that is visible in a view, by name. */
export async function calendarsOf(layers: Layers): Promise<ViewedCalendar[]> {
  const found = new Map<string, ViewedCalendar>()
  for (const folder of foldersOf(layers).toReversed()) {
    for (const one of await listCalendars(folder)) found.set(one.name, { ...one, isPrivate: folder === layers.own })
  }
  return [...found.values()].sort((a, b) => (a.name < b.name ? -1 : 1))
}

/** A calendar as seen in a view: a user's own calendar replaces the shared one of the same name. */
async function calendarOf(layers: Layers, name: string): Promise<ViewedCalendar | null> {
  for (const folder of foldersOf(layers)) {
    const calendar = await readCalendar(folder, name)
    if (calendar) return { ...calendar, isPrivate: folder === layers.own }
  }
  return null
}

/**
 * Known closures of an instrument that overlap `from <= time < to` (UTC milliseconds), from the calendar of its weekly
 * hours and its own calendar. Empty if none were imported.
 */
export async function closuresFor(
  layers: Layers,
  instrument: Pick<Instrument, 'id' | 'calendar'>,
  from: number,
  to: number,
): Promise<KnownClosures> {
  const found = await Promise.all([instrument.calendar, instrument.id].map((name) => calendarOf(layers, name)))
  const calendars = found.filter((calendar) => calendar !== null)
  const closures = joinClosures(calendars.flatMap((calendar) => calendar.closures))
  return {
    closures: closures.filter((closure) => closure.to > from && closure.from < to),
    calendars: calendars.map(({ name, closures: own, isPrivate }) => ({ name, hash: hashOf(own), isPrivate })),
  }
}

function hashOf(closures: readonly Closure[]): string {
  return createHash('sha256')
    .update(JSON.stringify(closures.map(({ from, to }) => [from, to])))
    .digest('hex')
}

/** All known closures; none from a damaged calendar. For lists and grades, never for a run. */
export async function closedHours(layers: Layers, instrument: Instrument): Promise<readonly Closure[]> {
  try {
    return (await closuresFor(layers, instrument, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY)).closures
  } catch (error) {
    // Without holidays, grades only look worse than they are; a run must stop.
    if (isDamage(error)) return []
    throw error
  }
}
