import { type Closure, type Instrument, joinClosures } from '@tradeloom/domain'

import { readCalendar } from './calendar-file.ts'

/**
 * Known closures of an instrument that reach into `from <= time < to` (UTC milliseconds): those of its weekly hours'
 * calendar and its own, in order and without overlaps; none when none were imported.
 */
export async function closuresFor(
  marketDir: string,
  instrument: Pick<Instrument, 'id' | 'calendar'>,
  from: number,
  to: number,
): Promise<readonly Closure[]> {
  const calendars = await Promise.all([instrument.calendar, instrument.id].map((name) => readCalendar(marketDir, name)))
  const all = joinClosures(calendars.flatMap((calendar) => calendar?.closures ?? []))
  return all.filter((closure) => closure.to > from && closure.from < to)
}
